import CheckIcon from '@mui/icons-material/CheckCircle'
import CancelIcon from '@mui/icons-material/CancelOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import type { Checks } from '#contract/flows/definition'
import type { Judged } from '#contract/flows/run'
import { type Leaf, leavesOf, type Seen, type Verdict } from '#contract/watch/condition'
import { describeLeaf } from '#src/alarms/describeCondition.ts'
import { seenAge, seenText } from '#src/alarms/seenText.ts'
import { Mark } from '#src/devices/Mark.tsx'
import { placeText } from '#src/flows/describeChecks.ts'
import type { FlowWords } from '#src/flows/flowWords.ts'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { momentText } from '#src/ui/moment.ts'

const verdicts = {
  yes: { icon: CheckIcon, color: 'status.normal' },
  no: { icon: CancelIcon, color: 'text.secondary' },
  unknown: { icon: HelpIcon, color: 'severity.indeterminate' },
} as const satisfies Record<Verdict, unknown>

/** One thing that was looked at: of which device, what was asked (undefined: nobody knows any more), and what was seen. */
export interface SeenRow {
  readonly where: string | null
  readonly leaf: Leaf | undefined
  readonly seen: Seen
}

/** What checks saw, a row for each part of their conditions. */
export const rowsOf = (judged: readonly Judged[], asked: Checks | null, words: Pick<FlowWords, 't'>): SeenRow[] =>
  judged.flatMap((one, nth) => {
    const check = asked?.of[nth]
    const leaves = check === undefined ? [] : leavesOf(check.when)
    const where = one.deviceName === null ? null : placeText(one.deviceName, one.ordinal ?? check?.ordinal ?? null, words)
    return one.seen.map((seen, at) => ({ where, leaf: leaves[at], seen }))
  })

/** What was seen, how old it was at a moment (ms UTC), and what it came to. */
export function SeenTable({ rows, at, label, words }: { rows: readonly SeenRow[]; at: number; label: string; words: FlowWords }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  const askedText = ({ where, leaf }: SeenRow) => {
    const what = leaf === undefined ? '' : describeLeaf(leaf, words)
    if (where === null || what === '') return where ?? (what || t('crud:none'))
    return t('flows:say.at', { where, what })
  }
  return (
    <SmallTable
      label={label}
      heads={[t('flows:run.saw.check'), t('flows:run.saw.saw'), t('flows:run.saw.age'), t('flows:run.saw.verdict')]}
      sx={{ '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1 } } }}
    >
      {rows.map((row, nth) => (
        // Parts of a condition are told apart by their place alone.
        <TableRow key={nth}>
          <TableCell>{askedText(row)}</TableCell>
          <TableCell>{seenText(row.leaf, row.seen, words) || t('crud:none')}</TableCell>
          <TableCell sx={{ whiteSpace: 'nowrap' }} title={row.seen.at === null ? '' : momentText(row.seen.at)}>
            {row.seen.at === null ? t('crud:none') : seenAge(row.seen.at, at, words)}
          </TableCell>
          <TableCell>
            <Mark {...verdicts[row.seen.verdict]}>{t(`alarms:verdict.${row.seen.verdict}`)}</Mark>
          </TableCell>
        </TableRow>
      ))}
    </SmallTable>
  )
}
