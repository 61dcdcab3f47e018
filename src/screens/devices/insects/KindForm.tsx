import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type InsectType, insectTypeCalls } from '#contract/devices/insects/insectType'
import { call } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useSaving } from '../useSaving.ts'

const NAMES = ['zhName', 'enName', 'description'] as const
const LENGTHS = { code: 60, zhName: 60, enName: 60, description: 500 } as const

/** Makes a kind of insect, or names one anew and hides it; its code stays, since models know it by that. */
export function KindForm({ of, onClose, onSaved }: { of: InsectType | null; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const { value, brought, change, undo, drop } = useDraftState(`insect kind ${of?.id ?? 'new'}`, {
    code: of?.code ?? '',
    zhName: of?.zhName ?? '',
    enName: of?.enName ?? '',
    description: of?.description ?? '',
    hidden: of?.hidden ?? 0,
  })
  const { faults, failure, saving, changed, close, send } = useSaving({ saved: t('devices:insect.note.saved'), drop, onSaved, onClose })
  const put = (part: Partial<typeof value>) => {
    change({ ...value, ...part })
    changed()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const description = value.description.trim()
    const names = { zhName: value.zhName.trim(), enName: value.enName.trim(), description: description === '' ? null : description }
    void send(
      of
        ? call(
            insectTypeCalls.edit,
            { body: { ...names, id: of.id, hidden: value.hidden, objectVersionNumber: of.objectVersionNumber } },
            { quiet: true },
          )
        : call(insectTypeCalls.add, { body: { ...names, code: value.code.trim() } }, { quiet: true }),
    )
  }
  return (
    <Modal open onClose={close} width={480} title={t(of ? 'devices:insect.kinds.edit' : 'devices:insect.kinds.add')} keepOpen>
      <Stack component="form" noValidate spacing={1} sx={{ pt: 1 }} onSubmit={save}>
        <DraftNote shown={brought} onDrop={undo} />
        {(of ? NAMES : (['code', ...NAMES] as const)).map((name) => (
          <TextField
            key={name}
            label={t(`devices:insect.kinds.${name}`)}
            required={name !== 'description'}
            value={value[name]}
            error={Boolean(faults[name])}
            helperText={faults[name] || (name === 'code' ? t('devices:insect.kinds.codeHint') : ' ')}
            slotProps={{ htmlInput: { maxLength: LENGTHS[name] } }}
            onChange={({ target }) => put({ [name]: target.value })}
          />
        ))}
        {of && (
          <FormControlLabel
            control={<Switch checked={value.hidden === 1} onChange={(_, on) => put({ hidden: on ? 1 : 0 })} />}
            label={t('devices:insect.kinds.hide')}
          />
        )}
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
