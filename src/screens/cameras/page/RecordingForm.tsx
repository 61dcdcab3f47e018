import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cameraRecordingCalls, RECORD_MODES, type Recording } from '#contract/cameras/recording'
import { call } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'

const WIDTH = 560

interface Typed {
  readonly recordMode: number
  readonly clarity: number
  readonly days: number | string | null
  readonly gigabytes: number | string | null
  readonly sensitivity: number
}
const typedOf = ({ recordMode, clarity, days, gigabytes, sensitivity }: Recording): Typed => ({
  recordMode,
  clarity,
  days,
  gigabytes,
  sensitivity,
})

/** Sets when a camera is recorded, in which size, and how much of it is kept. */
export function RecordingForm({
  cameraId,
  of,
  onReload,
  onClose,
}: {
  cameraId: number
  of: Recording
  /** Somebody else changed it meanwhile: the form begins anew with what stands now. */
  onReload: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const params = { id: cameraId }
  const form = useFormWindow({ draft: `recording ${cameraId} ${of.objectVersionNumber}`, begun: typedOf(of), onClose, onReload })
  const { value, put } = form
  const save = () => {
    const body = form.read(cameraRecordingCalls.save.body, { ...value, objectVersionNumber: of.objectVersionNumber })
    if (body === null) return
    return form.send(
      () => call(cameraRecordingCalls.save, { params, body }, { quiet: true }),
      t('cameras:recording.saved'),
      (answer) => {
        queries.setQueryData(queryKeyOf(cameraRecordingCalls.get, { params }), answer)
        onClose()
      },
    )
  }
  const box = (name: keyof Typed) => ({ ...form.fault(name, ' '), fullWidth: true })
  const isOff = value.recordMode === RECORD_MODES.off
  const choice = (name: 'recordMode' | 'clarity' | 'sensitivity', label: string, options: Readonly<Record<string, string>>) => (
    <SelectField
      {...box(name)}
      label={label}
      value={String(value[name])}
      disabled={name !== 'recordMode' && isOff}
      words={Object.entries(options)}
      onChange={(one) => put({ [name]: Number(one) })}
    />
  )
  const number = (name: 'days' | 'gigabytes', unit: string) => (
    <NumberField
      {...box(name)}
      label={t(`cameras:recording.${name}`)}
      unit={unit}
      value={value[name]}
      onChange={(next) => put({ [name]: next })}
    />
  )
  const words = (name: 'modes' | 'clarities' | 'sensitivities') =>
    t(`cameras:recording.${name}`, { returnObjects: true }) as Readonly<Record<string, string>>
  return (
    <FormWindow form={form} width={WIDTH} spacing={0.5} title={t('cameras:recording.title')} onSave={save}>
      {choice('recordMode', t('cameras:recording.mode'), words('modes'))}
      {choice('clarity', t('cameras:recording.clarity'), words('clarities'))}
      {value.recordMode === RECORD_MODES.motion && choice('sensitivity', t('cameras:recording.sensitivity'), words('sensitivities'))}
      <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {number('days', t('cameras:recording.daysUnit'))}
        {number('gigabytes', 'GB')}
      </Box>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('cameras:recording.limitHint')}
      </Typography>
    </FormWindow>
  )
}
