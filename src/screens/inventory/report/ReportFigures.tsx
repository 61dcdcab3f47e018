import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import {
  REPORT_COLUMNS,
  REPORT_LEVELS,
  type ReportFigure,
  type ReportFigures as Figures,
  type ReportLevel,
} from '#contract/inventory/report'
import { Amount, Money } from '../stock/Amount.tsx'
import { Figure } from '../stock/StockPanel.tsx'

const NOTHING = /^-?0(?:\.0*)?$/
export const isNothing = (text: string | null) => text === null || NOTHING.test(text)
/** What moved has its sign. */
const isMove = (level: ReportLevel) => REPORT_COLUMNS.some((column) => column === level)

/** A quantity above what it is worth; worth alone where what it is of is counted in several units, or where it has no quantity. */
export function LevelFigure({ of, figure }: { of: Figures; figure: ReportFigure }) {
  if (figure === 'adjusted') return <Money of={of.adjusted} />
  const { quantity, value } = of[figure]
  if (quantity === null) return <Money of={value} />
  return (
    <Box component="span" sx={{ display: 'block', lineHeight: 1.35 }}>
      <Amount of={quantity} {...(of.unitName ? { unit: of.unitName } : {})} signed={isMove(figure)} />
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        <Money of={value} />
      </Typography>
    </Box>
  )
}

/** Every figure of a row, or of all rows, from what was there before to what is there after; each opens the rows that it is made of. */
export function ReportFigures({
  of,
  chosen,
  onOpen,
}: {
  of: Figures
  chosen: ReportFigure | null
  onOpen: (figure: ReportFigure) => void
}) {
  const { t } = useTranslation()
  const shown: readonly ReportFigure[] = isNothing(of.adjusted) ? REPORT_LEVELS : [...REPORT_LEVELS, 'adjusted']
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(140px, 100%), 1fr))' }}>
      {shown.map((figure) => (
        <Figure key={figure} label={t(`inventory:report.fields.${figure}`)} chosen={chosen === figure} onOpen={() => onOpen(figure)}>
          <LevelFigure of={of} figure={figure} />
        </Figure>
      ))}
    </Box>
  )
}
