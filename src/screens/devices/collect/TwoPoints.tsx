import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type Correction, throughPoints } from '#contract/devices/calibration'
import { NumberField } from '#src/ui/NumberField.tsx'

const FIELDS = ['raw1', 'wanted1', 'raw2', 'wanted2'] as const
export type TwoPointsDraft = Readonly<Record<(typeof FIELDS)[number], number | string | null>>
export const NO_POINTS: TwoPointsDraft = { raw1: null, wanted1: null, raw2: null, wanted2: null }

/** Two readings of a reference: what the device says, and what it should. From them follow factor and offset. */
export function TwoPoints({
  value,
  unit,
  onChange,
  onTaken,
}: {
  value: TwoPointsDraft
  unit: string | null
  onChange: (value: TwoPointsDraft) => void
  onTaken: (found: Correction) => void
}) {
  const { t } = useTranslation()
  const { raw1, wanted1, raw2, wanted2 } = value
  const whole = [raw1, wanted1, raw2, wanted2].every((one) => typeof one === 'number')
  const found = whole ? throughPoints([Number(raw1), Number(wanted1)], [Number(raw2), Number(wanted2)]) : null
  const fault = whole && found === null ? (raw1 === raw2 ? 'readAlike' : wanted1 === wanted2 ? 'wantedAlike' : 'tooFar') : null
  return (
    <Stack component="section" aria-label={t('devices:calibration.points')} spacing={1}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('devices:calibration.pointsHint')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
        {FIELDS.map((name) => (
          <NumberField
            key={name}
            size="small"
            label={t(`devices:calibration.${name}`)}
            value={value[name]}
            {...(unit === null ? {} : { unit })}
            error={fault !== null || typeof value[name] === 'string'}
            onChange={(next) => onChange({ ...value, [name]: next })}
          />
        ))}
      </Box>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="caption" color="error" aria-live="polite" sx={{ flex: 1, minWidth: 160 }}>
          {fault === null ? '' : t(`devices:calibration.${fault}`)}
        </Typography>
        <Button size="small" variant="outlined" disabled={found === null} onClick={() => found && onTaken(found)}>
          {t('devices:calibration.take')}
        </Button>
      </Stack>
    </Stack>
  )
}
