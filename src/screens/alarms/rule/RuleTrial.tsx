import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import type { AlarmTrial, Tried } from '#contract/alarms/trial'
import { leavesOf } from '#contract/watch/condition'
import { seenText } from '#src/alarms/seenText.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { momentText } from '#src/time/moment.ts'
import { TrialResult } from '#src/watch/trial/TrialResult.tsx'
import { TriedRows } from '#src/watch/trial/TriedRows.tsx'

const keyOf = ({ deviceId, ordinal, cause, raisedAt }: Tried) => `${deviceId} ${ordinal ?? ''} ${cause} ${raisedAt}`

/** What a dry run of a rule found: the alarms of each version, of what, from when to when, and by which values. */
export function RuleTrial({ of }: { of: AlarmTrial }) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const leaves = leavesOf(of.logic.when)
  const valuesOf = ({ cause, seen }: Tried, isWanted: boolean) => {
    if (cause === 'noData') return t('alarms:noData.short')
    const said = seen.flatMap((one, at) => {
      // Another version has other leaves.
      const text = seenText(isWanted ? leaves[at] : undefined, one, words)
      return text === '' ? [] : [text]
    })
    return said.length === 0 ? t('crud:none') : said.join(t('alarms:say.comma'))
  }
  return (
    <TrialResult
      of={of}
      words="alarms:trial"
      titleOf={(name, { count }) => t('alarms:trial.laneCount', { name, count })}
      spansOf={({ alarms }) =>
        alarms.map((one) => {
          const to = one.clearedAt ?? of.to
          const said = { device: one.deviceName, from: momentText(one.raisedAt), to: momentText(to) }
          const words = t(one.clearedAt === null ? 'alarms:trial.barOpen' : 'alarms:trial.bar', said)
          return { key: keyOf(one), from: one.raisedAt, to, words }
        })
      }
    >
      {({ alarms, count }, { name, label }) => (
        <TriedRows
          of={alarms}
          count={count}
          words="alarms:trial"
          label={label}
          heads={[t('alarms:trial.device'), t('alarms:trial.from'), t('alarms:trial.to'), t('alarms:trial.values')]}
        >
          {(one) => (
            <TableRow key={keyOf(one)} hover>
              <TableCell sx={{ minWidth: 120 }}>
                {one.ordinal === null ? one.deviceName : t('alarms:ordinal', { device: one.deviceName, ordinal: one.ordinal })}
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(one.raisedAt)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {one.clearedAt === null ? t('alarms:trial.still') : momentText(one.clearedAt)}
              </TableCell>
              <TableCell sx={{ minWidth: 160 }}>{valuesOf(one, name === 'wanted')}</TableCell>
            </TableRow>
          )}
        </TriedRows>
      )}
    </TrialResult>
  )
}
