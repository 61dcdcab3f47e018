import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { pictureCalls } from '#contract/media/picture'
import type { PictureFolder } from '#contract/media/pictureFolder'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { FolderChoice } from './FolderChoice.tsx'
import { tagsOf } from './tagsText.ts'

const BEGUN = { folderId: null as number | null, add: '', drop: '' }

/** Moves several pictures, or changes their tags: all of them or none. */
export function ManyDialog({
  what,
  ids,
  folders,
  onClose,
  onDone,
}: {
  what: 'move' | 'tag'
  ids: readonly number[]
  folders: readonly PictureFolder[]
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  // What is wrong with a tag is said of neither line: both are one list of the call.
  const form = useFormWindow({ draft: `pictures ${what} ${ids.join(' ')}`, begun: BEGUN, shows: [], onClose })
  const { value, put } = form
  const count = ids.length
  const save = () => {
    const act = what === 'move' ? { folderId: value.folderId } : { addTags: tagsOf(value.add), dropTags: tagsOf(value.drop) }
    const told = what === 'move' ? t('media:library.moved', { count }) : t('media:library.tagged')
    return form.send(() => call(pictureCalls.many, { body: { pictureIds: [...ids], ...act } }, { quiet: true }), told, onDone)
  }
  const title = what === 'move' ? t('media:library.moveTitle', { count }) : t('media:library.tagTitle', { count })
  return (
    <FormWindow form={form} width={440} title={title} send={t('media:library.save')} onSave={save}>
      {what === 'move' ? (
        <FolderChoice label={t('media:library.to')} folders={folders} value={value.folderId} onChange={(folderId) => put({ folderId })} />
      ) : (
        (['add', 'drop'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`media:library.${name}Tags`)}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
            {...form.text(name, t('media:library.tagsHint'))}
          />
        ))
      )}
    </FormWindow>
  )
}
