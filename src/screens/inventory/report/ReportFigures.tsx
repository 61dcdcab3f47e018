import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { REPORT_COLUMNS, type ReportFigures as Figures } from '#contract/inventory/report'
import { Amount, Money } from '../stock/Amount.tsx'
import { Figure } from '../stock/StockPanel.tsx'

export const LEVELS = ['opening', ...REPORT_COLUMNS, 'closing', 'transit'] as const
export type Level = (typeof LEVELS)[number]
const NOTHING = /^-?0(?:\.0*)?$/
export const isNothing = (text: string | null) => text === null || NOTHING.test(text)
/** What moved has its sign. */
const isMove = (level: Level) => REPORT_COLUMNS.some((column) => column === level)

/** A quantity above what it is worth; worth alone where what it is of is counted in several units. */
export function LevelFigure({ of, level }: { of: Figures; level: Level }) {
  const { quantity, value } = of[level]
  if (quantity === null) return <Money of={value} />
  return (
    <Box component="span" sx={{ display: 'block', lineHeight: 1.35 }}>
      <Amount of={quantity} {...(of.unitName ? { unit: of.unitName } : {})} signed={isMove(level)} />
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        <Money of={value} />
      </Typography>
    </Box>
  )
}

/** Every figure of a row, or of all rows, from what was there before to what is there after. */
export function ReportFigures({ of }: { of: Figures }) {
  const { t } = useTranslation()
  const rest = isNothing(of.adjusted) ? [] : [of.adjusted]
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(140px, 100%), 1fr))' }}>
      {LEVELS.map((level) => (
        <Figure key={level} label={t(`inventory:report.fields.${level}`)}>
          <LevelFigure of={of} level={level} />
        </Figure>
      ))}
      {rest.map((value) => (
        <Figure key="adjusted" label={t('inventory:report.fields.adjusted')}>
          <Money of={value} />
        </Figure>
      ))}
    </Box>
  )
}
