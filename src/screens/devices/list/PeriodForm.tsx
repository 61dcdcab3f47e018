import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import { gatewayCalls } from '#contract/devices/gateway'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'

/** Asks how often something reports, in minutes (DEVICE-LIMITS-03). `onSave` answers what is wrong with them, or null. */
export function PeriodForm({
  title,
  draft,
  start,
  text,
  onSave,
  onClose,
}: {
  title: string
  /** Names what was typed and not saved. */
  draft: string
  start: string
  text?: ReactNode
  onSave: (reportingMinutes: number) => Promise<string | null>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { value: minutes, brought, change, undo, drop } = useDraftState(draft, start)
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
    const wrong = await onSave(parsed.data.reportingMinutes)
    setSaving(false)
    if (wrong === null) drop()
    else setFault(wrong)
  }
  const close = () => {
    drop()
    onClose()
  }
  return (
    <Modal open onClose={close} width={420} title={title}>
      <Stack component="form" noValidate spacing={1} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        {text}
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
