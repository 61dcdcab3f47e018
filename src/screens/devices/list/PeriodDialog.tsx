import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import type { Device } from '#contract/devices/device'
import { gatewayCalls } from '#contract/devices/gateway'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const MINUTE = 60_000

/** Sets how often a device reports (DEVICE-LIMITS-03) and tells it. */
export function PeriodDialog({ of, onClose, onSaved }: { of: Device; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const {
    value: minutes,
    brought,
    change,
    undo,
    drop,
  } = useDraftState(`period ${of.id}`, String(Math.max(1, Math.round(of.reportingPeriod / MINUTE))))
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const given = { reportingMinutes: minutes.trim() === '' ? null : Number(minutes) }
    const parsed = gatewayCalls.configure.body.safeParse(given)
    if (!parsed.success) {
      const [first] = Object.values(fieldFaults(parsed.error, given))
      setFault(first && t(`errors:field.${first.key}`, first.params))
      return
    }
    setSaving(true)
    const answer = await call(gatewayCalls.configure, { params: { id: of.id }, body: parsed.data }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFault(answer.fields?.reportingMinutes ?? reasonOf(answer))
      return
    }
    drop()
    toast(answer.asked ? 'success' : 'warning', t(answer.asked ? 'devices:period.told' : 'devices:period.later'))
    onSaved()
  }
  const close = () => {
    drop()
    onClose()
  }
  return (
    <Modal open onClose={close} width={420} title={t('crud:pair', { one: t('devices:period.title'), two: of.name })}>
      <Stack component="form" noValidate spacing={1} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        <TextField
          label={t('devices:period.minutes')}
          value={minutes}
          error={fault !== undefined}
          helperText={fault ?? t('devices:period.hint')}
          onChange={({ target }) => {
            change(target.value)
            setFault(undefined)
          }}
          slotProps={{
            htmlInput: { inputMode: 'numeric' },
            input: { endAdornment: <InputAdornment position="end">{t('crud:unit.min')}</InputAdornment> },
          }}
        />
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('devices:period.save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
