import CheckIcon from '@mui/icons-material/CheckCircle'
import CancelIcon from '@mui/icons-material/CancelOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '#contract/alarms/alarm'
import { leavesOf, type Seen, type Verdict } from '#contract/watch/condition'
import { describeHeld, describeLeaf, spanText } from '#src/alarms/describeCondition.ts'
import { seenText } from '#src/alarms/seenText.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { Mark } from '#src/devices/Mark.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'

const verdicts = {
  yes: { icon: CheckIcon, color: 'status.alarm' },
  no: { icon: CancelIcon, color: 'text.secondary' },
  unknown: { icon: HelpIcon, color: 'severity.indeterminate' },
} as const satisfies Record<Verdict, unknown>

/** What raised an alarm: the condition as it was then, and of each part what was seen, how old that was, and what it came to. */
export function ReasonSection({ of }: { of: Alarm }) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const { when, holdSeconds, seen, since, version } = of.reason
  const leaves = leavesOf(when)
  const ageOf = ({ at }: Seen) =>
    at === null ? t('crud:none') : at > of.raisedAt ? t('frame:age.now') : spanText(Math.round((of.raisedAt - at) / 1000), words)
  return (
    <Section title={t('alarms:info.reason')}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{describeHeld(when, holdSeconds, words)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('alarms:info.since', { at: momentText(since), version })}
      </Typography>
      <SmallTable
        label={t('alarms:info.leaf')}
        heads={[t('alarms:info.leaf'), t('alarms:info.saw'), t('alarms:info.age'), t('alarms:info.verdict')]}
      >
        {leaves.map((leaf, at) => {
          const one = seen[at]
          return (
            // Leaves are told apart by their place alone.
            <TableRow key={at}>
              <TableCell>{describeLeaf(leaf, words)}</TableCell>
              <TableCell>{(one && seenText(leaf, one, words)) || t('crud:none')}</TableCell>
              <TableCell title={one?.at == null ? '' : momentText(one.at)}>{one ? ageOf(one) : t('crud:none')}</TableCell>
              <TableCell>
                <Mark {...verdicts[one?.verdict ?? 'unknown']}>{t(`alarms:verdict.${one?.verdict ?? 'unknown'}`)}</Mark>
              </TableCell>
            </TableRow>
          )
        })}
      </SmallTable>
      {of.cleared !== null && of.clearedAt !== null && (
        <Typography variant="body2" sx={{ mt: 1.5 }}>
          {t('alarms:info.cleared', { at: momentText(of.clearedAt), why: t(`alarms:clearedBy.${of.cleared.by}`) })}
        </Typography>
      )}
    </Section>
  )
}
