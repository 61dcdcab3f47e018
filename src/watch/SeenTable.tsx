import CheckIcon from '@mui/icons-material/CheckCircle'
import CancelIcon from '@mui/icons-material/CancelOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import type { Leaf, Seen } from '#contract/watch/condition'
import { seenAge, seenText } from '#src/alarms/seenText.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { Mark } from '#src/devices/Mark.tsx'
import { momentText } from '#src/time/moment.ts'
import { SmallTable } from '#src/ui/SmallTable.tsx'

const ICONS = { yes: CheckIcon, no: CancelIcon, unknown: HelpIcon } as const
const COLORS = { no: 'text.secondary', unknown: 'severity.indeterminate' } as const

/** One part of a condition in words, the leaf that it is (undefined: nobody knows any more), and what was seen of it. */
export interface SeenRow {
  readonly asked: string
  readonly leaf: Leaf | undefined
  readonly seen: Seen | undefined
}

/** What was seen of a condition, how old it was at a moment (ms UTC), and what it came to. */
export function SeenTable({
  rows,
  at,
  label,
  yes,
}: {
  rows: readonly SeenRow[]
  at: number
  label: string
  /** The color of what was so. */
  yes: 'status.normal' | 'status.alarm'
}) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  if (rows.length === 0) return null
  const ageOf = (then: number) => (then > at ? t('frame:age.now') : seenAge(then, at, words))
  return (
    <SmallTable
      label={label}
      heads={[t('alarms:info.leaf'), t('alarms:info.saw'), t('alarms:info.age'), t('alarms:info.verdict')]}
      sx={{ '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1 } } }}
    >
      {rows.map(({ asked, leaf, seen }, nth) => {
        const verdict = seen?.verdict ?? 'unknown'
        return (
          // Parts of a condition are told apart by their place alone.
          <TableRow key={nth}>
            <TableCell>{asked}</TableCell>
            <TableCell>{(seen && seenText(leaf, seen, words)) || t('crud:none')}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }} title={seen?.at == null ? '' : momentText(seen.at)}>
              {seen?.at == null ? t('crud:none') : ageOf(seen.at)}
            </TableCell>
            <TableCell>
              <Mark icon={ICONS[verdict]} color={verdict === 'yes' ? yes : COLORS[verdict]}>
                {t(`alarms:verdict.${verdict}`)}
              </Mark>
            </TableCell>
          </TableRow>
        )
      })}
    </SmallTable>
  )
}
