import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { gatewayCalls } from '#contract/devices/gateway'
import type { CallFailure } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'

/** Asks how often something reports, in minutes (DEVICE-LIMITS-03). */
export function PeriodForm<Answer>({
  title,
  draft,
  start,
  text,
  onSave,
  onSaved,
  onClose,
}: {
  title: string
  /** Names what was typed and not saved. */
  draft: string
  start: string
  text?: ReactNode
  onSave: (reportingMinutes: number) => Promise<Answer | CallFailure>
  onSaved?: (answer: Answer) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useFormWindow({ draft, begun: { reportingMinutes: start }, onClose })
  const minutes = form.value.reportingMinutes.trim()
  const save = () => {
    const body = form.read(gatewayCalls.configure.body, { reportingMinutes: minutes === '' ? null : Number(minutes) })
    if (body === null) return
    return form.send(
      () => onSave(body.reportingMinutes),
      null,
      (answer) => onSaved?.(answer),
    )
  }
  return (
    <FormWindow form={form} width={420} spacing={1} title={title} send={t('devices:period.save')} onSave={save}>
      {text}
      <TextField
        label={t('devices:period.minutes')}
        slotProps={{
          htmlInput: { inputMode: 'numeric' },
          input: { endAdornment: <InputAdornment position="end">{t('crud:unit.min')}</InputAdornment> },
        }}
        {...form.text('reportingMinutes', t('devices:period.hint'))}
      />
    </FormWindow>
  )
}
