import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { type ImportCounts, type ImportReport, RECORD_KEY } from '#contract/core/resource'
import { Fact } from '../ui/Fact.tsx'
import { SheetRows } from './SheetRows.tsx'
import { UnknownColumns } from './UnknownColumns.tsx'

const COUNTED = ['new', 'changed', 'same', 'duplicates'] as const satisfies readonly (keyof ImportCounts)[]
/** How many rows a spreadsheet writes. */
export const writtenBy = ({ counts }: Pick<ImportReport, 'counts'>): number => counts.new + counts.changed
/** Words of what is written, as `crud:bring` and `crud:imported` have them. */
export const kindOf = ({ counts }: Pick<ImportReport, 'counts'>) => (counts.changed === 0 ? 'new' : counts.new === 0 ? 'changed' : 'both')

/** What may be done with a report: nothing while there are faults, nothing where all is there, and nothing before unknown columns are confirmed. */
export const standingOf = (report: ImportReport, confirmed: boolean) => {
  if (report.rows === 0) return 'empty'
  if (report.faults.length > 0) return 'faulty'
  if (writtenBy(report) === 0) return 'nothing'
  return report.unknownHeads.length > 0 && !confirmed ? 'asked' : 'ready'
}
const SEVERITY = { empty: 'warning', faulty: 'warning', nothing: 'info', asked: 'info', ready: 'success' } as const

/** What becomes of the rows of a spreadsheet: their four counts, the columns that are left out, the duplicates and the faults. */
export function SheetOutcome({
  report,
  none,
  label,
  wordsId,
  confirmed,
  onConfirm,
}: {
  report: ImportReport
  /** Said of a spreadsheet without a row. */
  none: string
  label: (field: string) => string
  /** Of the sentence that says why nothing can be written, for the button that is disabled then. */
  wordsId: string
  confirmed: boolean
  onConfirm: (confirmed: boolean) => void
}) {
  const { t } = useTranslation()
  const { rows, counts, unknownHeads, duplicates, faults } = report
  const standing = standingOf(report, confirmed)
  const broken = new Set(faults.map(({ row }) => row)).size
  const words = {
    empty: none,
    faulty: t('crud:sheet.rows', { rows, broken, faults: faults.length }),
    nothing: t('crud:sheet.nothing'),
    asked: t('crud:sheet.notYet'),
    ready: t('crud:sheet.notYet'),
  }
  return (
    <>
      <Alert id={wordsId} severity={SEVERITY[standing]}>
        {words[standing]}
      </Alert>
      {standing !== 'empty' && (
        <Box
          component="dl"
          aria-label={t('crud:sheet.counts')}
          sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: 'auto 1fr', sm: 'repeat(4, auto 1fr)' }, columnGap: 2, rowGap: 0.5 }}
        >
          {COUNTED.map((name) => (
            <Fact key={name} name={t(`crud:sheet.${name}`)}>
              {counts[name]}
            </Fact>
          ))}
        </Box>
      )}
      <UnknownColumns
        heads={unknownHeads}
        asked={standing === 'asked' || standing === 'ready'}
        confirmed={confirmed}
        onConfirm={onConfirm}
      />
      {faults.length > 0 && (
        <SheetRows
          label={t('crud:sheet.faults')}
          rows={faults.map(({ field, ...one }) => ({
            ...one,
            field: field === null ? '' : field === RECORD_KEY ? t('crud:sheet.key') : label(field),
          }))}
        />
      )}
      {duplicates.length > 0 && (
        <SheetRows
          label={t('crud:sheet.duplicateRows')}
          rows={duplicates.map(({ row, title, ofRow }) => ({
            row,
            message: ofRow === null ? t('crud:sheet.isThere', { title }) : t('crud:sheet.isRow', { title, row: ofRow }),
          }))}
        />
      )}
    </>
  )
}
