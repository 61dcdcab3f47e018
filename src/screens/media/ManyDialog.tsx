import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureCalls } from '#contract/media/picture'
import type { PictureFolder } from '#contract/media/pictureFolder'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
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
  const { value, change, drop } = useDraftState(`pictures ${what} ${ids.join(' ')}`, BEGUN)
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const count = ids.length
  const close = () => {
    drop()
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    setSaving(true)
    const act = what === 'move' ? { folderId: value.folderId } : { addTags: tagsOf(value.add), dropTags: tagsOf(value.drop) }
    const answer = await call(pictureCalls.many, { body: { pictureIds: [...ids], ...act } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFailure(Object.values(answer.fields ?? {})[0] ?? reasonOf(answer))
      return
    }
    drop()
    toast('success', what === 'move' ? t('media:library.moved', { count }) : t('media:library.tagged'))
    onDone()
  }
  const title = what === 'move' ? t('media:library.moveTitle', { count }) : t('media:library.tagTitle', { count })
  return (
    <Modal open keepOpen onClose={close} width={440} title={title}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        {what === 'move' ? (
          <FolderChoice
            label={t('media:library.to')}
            folders={folders}
            value={value.folderId}
            onChange={(folderId) => change({ ...value, folderId })}
          />
        ) : (
          (['add', 'drop'] as const).map((name) => (
            <TextField
              key={name}
              label={t(`media:library.${name}Tags`)}
              value={value[name]}
              helperText={t('media:library.tagsHint')}
              slotProps={{ htmlInput: { maxLength: 1000 } }}
              onChange={({ target }) => change({ ...value, [name]: target.value })}
            />
          ))
        )}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
          <Button onClick={close}>{t('frame:act.cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('media:library.save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
