import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InsectLine, insectStatisticsCalls } from '#contract/devices/insects/insectStatistics'
import { call } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/ui/moment.ts'
import { useSaving } from '../useSaving.ts'
import { useKinds } from './useKinds.ts'

interface Draft {
  readonly insectTypeId: number | ''
  readonly insectQuantity: string
  /** `YYYY-MM-DDTHH:mm`, in the browser's zone. */
  readonly observedAt: string
  readonly note: string
}
const minuteText = (moment: number) => momentText(moment).slice(0, 16).replace(' ', 'T')

/** Notes insects that a person counted at a lamp, or changes what was noted. */
export function ObservationForm({
  lampId,
  of,
  onClose,
  onSaved,
}: {
  lampId: number
  of: InsectLine | null
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const { offered } = useKinds()
  const kinds = offered(of?.insectTypeId ?? null)
  const [now] = useState(() => Date.now())
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`observation ${lampId} ${of?.id ?? 'new'}`, {
    insectTypeId: of?.insectTypeId ?? '',
    insectQuantity: of ? String(of.insectQuantity) : '',
    observedAt: minuteText(of?.observedAt ?? now),
    note: of?.note ?? '',
  })
  const { faults, failure, saving, changed, close, send } = useSaving({ saved: t('devices:insect.note.saved'), drop, onSaved, onClose })
  const put = (part: Partial<Draft>) => {
    change({ ...value, ...part })
    changed()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const quantity = value.insectQuantity.trim()
    const body = {
      concentratorId: lampId,
      // What is missing or no number is said by the server, beside its field.
      insectTypeId: value.insectTypeId as number,
      insectQuantity: (quantity !== '' && Number.isFinite(Number(quantity)) ? Number(quantity) : quantity) as number,
      observedAt: new Date(value.observedAt).getTime(),
      note: value.note.trim() === '' ? null : value.note.trim(),
    }
    void send(
      of
        ? call(insectStatisticsCalls.edit, { body: { ...body, id: of.id!, objectVersionNumber: of.objectVersionNumber! } }, { quiet: true })
        : call(insectStatisticsCalls.add, { body }, { quiet: true }),
    )
  }
  return (
    <Modal open onClose={close} width={480} title={t(of ? 'devices:insect.note.edit' : 'devices:insect.note.add')} keepOpen>
      <Stack component="form" noValidate spacing={1} sx={{ pt: 1 }} onSubmit={save}>
        <DraftNote shown={brought} onDrop={undo} />
        <TextField
          select
          label={t('devices:insect.head.type')}
          value={kinds.some(({ id }) => id === value.insectTypeId) ? value.insectTypeId : ''}
          error={Boolean(faults['insectTypeId'])}
          helperText={faults['insectTypeId'] || ' '}
          onChange={({ target }) => put({ insectTypeId: Number(target.value) })}
        >
          {kinds.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('devices:insect.head.quantity')}
          value={value.insectQuantity}
          error={Boolean(faults['insectQuantity'])}
          helperText={faults['insectQuantity'] || ' '}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
          onChange={({ target }) => put({ insectQuantity: target.value })}
        />
        <TextField
          type="datetime-local"
          label={t('devices:insect.note.time')}
          value={value.observedAt}
          error={Boolean(faults['observedAt'])}
          helperText={faults['observedAt'] || ' '}
          slotProps={{ inputLabel: { shrink: true } }}
          onChange={({ target }) => put({ observedAt: target.value })}
        />
        <TextField
          label={t('devices:insect.head.note')}
          value={value.note}
          error={Boolean(faults['note'])}
          helperText={faults['note'] || ' '}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={({ target }) => put({ note: target.value })}
        />
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
