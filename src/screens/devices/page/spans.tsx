import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'

/** How far back a panel looks from now, in days. */
export const SPANS = { dayHours: 1, week: 7, month: 30 } as const
export type Span = keyof typeof SPANS

/** Chooses how far back a panel looks. */
export function SpanChoice({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const { t } = useTranslation()
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={span}
      aria-label={t('devices:history.range')}
      onChange={(_, next: Span | null) => next && onChange(next)}
    >
      {(Object.keys(SPANS) as Span[]).map((one) => (
        <ToggleButton key={one} value={one}>
          {t(`devices:history.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
