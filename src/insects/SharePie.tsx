import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** Of a circle with this radius the circumference is 100. */
const RADIUS = 100 / (2 * Math.PI)

export interface Share {
  readonly insectTypeId: number | null
  readonly name: string
  readonly insectQuantity: number
}

/** The insects by kind as a ring, with the figures beside it. */
export function SharePie({ shares, colorOf }: { shares: readonly Share[]; colorOf: (kind: number | null) => string }) {
  const { t, i18n } = useTranslation()
  const whole = shares.reduce((sum, { insectQuantity }) => sum + insectQuantity, 0)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const parts = shares.map((one, at) => ({
    ...one,
    part: (100 * one.insectQuantity) / whole,
    from: shares.slice(0, at).reduce((sum, { insectQuantity }) => sum + (100 * insectQuantity) / whole, 0),
  }))
  return (
    <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <Box component="svg" viewBox="0 0 42 42" aria-hidden sx={{ width: 180, height: 180, flexShrink: 0 }}>
        {parts.map(({ insectTypeId, part, from }) => (
          <circle
            key={insectTypeId ?? 'none'}
            cx="21"
            cy="21"
            r={RADIUS}
            fill="none"
            stroke={colorOf(insectTypeId)}
            strokeWidth="7"
            strokeDasharray={`${part} ${100 - part}`}
            strokeDashoffset={25 - from}
          />
        ))}
      </Box>
      <Box component="ul" aria-label={t('insects:numbers.shares')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {parts.map(({ insectTypeId, name, insectQuantity, part }) => (
          <Stack component="li" key={insectTypeId ?? 'none'} direction="row" sx={{ gap: 1, alignItems: 'center', py: 0.25 }}>
            <Box aria-hidden sx={{ width: 12, height: 12, borderRadius: '2px', bgcolor: colorOf(insectTypeId) }} />
            <Typography variant="body2">
              {t('insects:numbers.share', { name, quantity: insectQuantity, part: percent.format(part / 100) })}
            </Typography>
          </Stack>
        ))}
      </Box>
    </Stack>
  )
}
