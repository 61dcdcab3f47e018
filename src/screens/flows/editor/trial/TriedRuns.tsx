import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Judged } from '#contract/flows/run'
import type { FlowOutcome, TriedRun } from '#contract/flows/trial'
import { amountText, spanText } from '#src/alarms/describeCondition.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { momentText } from '#src/ui/moment.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { useCircuits } from '../useFlowNames.ts'

const SIZES = [10, 50] as const

/** The runs that a dry run found: when and by what, whether they ran, why not, and what they would have turned. */
export function TriedRuns({ of, label, happened }: { of: FlowOutcome; label: string; /** They really ran. */ happened: boolean }) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const [paging, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: SIZES[0] })
  const shown = of.runs.slice((paging.page - 1) * paging.size, paging.page * paging.size)
  const circuits = useCircuits([...new Set(shown.flatMap(({ commands }) => commands.map(({ switchId }) => switchId)))])
  const comma = t('alarms:say.comma')
  const causeText = ({ cause, name }: TriedRun) => {
    const what = cause === 'hand' ? t('flows:editor.trial.hand') : t(`flows:editor.trigger.${cause}`)
    return name === null ? what : t('crud:pair', { one: what, two: name })
  }
  const checkText = ({ deviceName, verdict, seen }: Judged) => {
    const values = seen.flatMap(({ value }) => (value === null ? [] : [amountText(value, null, words)]))
    const said = [t(`alarms:verdict.${verdict}`), ...values].join(comma)
    return deviceName === null ? said : t('crud:pair', { one: deviceName, two: said })
  }
  const commandText = ({ switchId, status, runSeconds }: TriedRun['commands'][number]) => {
    const circuit = circuits.of(switchId)
    const said = t('flows:editor.say.command', {
      target: circuit?.name ?? `#${switchId}`,
      status: circuit
        ? circuits.status(circuit.kind, circuit.name, status)
        : t(`flows:editor.status.${status === 0 ? 0 : status === 1 ? 1 : 2}`),
    })
    return runSeconds === null ? said : `${said}${comma}${spanText(runSeconds, words)}`
  }
  if (of.ran + of.notRun === 0) return <Typography sx={{ color: 'text.secondary', py: 2 }}>{t('flows:editor.trial.none')}</Typography>
  const count = of.ran + of.notRun
  return (
    <>
      {count > of.runs.length && (
        <Typography variant="body2" sx={{ color: 'text.secondary', pt: 1 }}>
          {t('alarms:trial.only', { shown: of.runs.length, count })}
        </Typography>
      )}
      <SmallTable
        label={label}
        heads={[
          t('flows:editor.trial.at'),
          t('flows:editor.trial.cause'),
          t('flows:editor.trial.outcome'),
          t('flows:editor.trial.commands'),
        ]}
      >
        {shown.map((run, at) => (
          <TableRow key={`${run.at} ${at}`} hover>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(run.at)}</TableCell>
            <TableCell sx={{ minWidth: 120 }}>{causeText(run)}</TableCell>
            <TableCell sx={{ minWidth: 160 }}>
              {run.reason === null
                ? t(happened ? 'flows:editor.trial.didRun' : 'flows:editor.trial.ran')
                : t(asWordKey(`flows:reason.${run.reason}`))}
              {run.checks.map((check, nth) => (
                <Typography key={nth} variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                  {checkText(check)}
                </Typography>
              ))}
            </TableCell>
            <TableCell sx={{ minWidth: 160 }}>
              {run.commands.length === 0 ? t('crud:none') : run.commands.map(commandText).join(t('flows:editor.say.then'))}
            </TableCell>
          </TableRow>
        ))}
      </SmallTable>
      {of.runs.length > SIZES[0] && <Pager total={of.runs.length} paging={paging} sizes={SIZES} onPaging={setPaging} />}
    </>
  )
}
