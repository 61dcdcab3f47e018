import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Judged } from '#contract/flows/run'
import type { TriedRun } from '#contract/flows/trial'
import { amountText, spanText } from '#src/alarms/describeCondition.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { momentText } from '#src/time/moment.ts'
import { useCircuits } from '../useFlowNames.ts'

/** A run that a dry run found: when and by what, whether it ran, why not, and what it would have turned. */
export function TriedRunRow({ of, happened }: { of: TriedRun; /** It really ran. */ happened: boolean }) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const circuits = useCircuits([...new Set(of.commands.map(({ switchId }) => switchId))])
  const comma = t('alarms:say.comma')
  const cause = of.cause === 'hand' ? t('flows:editor.trial.hand') : t(`flows:editor.trigger.${of.cause}`)
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
  return (
    <TableRow hover>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(of.at)}</TableCell>
      <TableCell sx={{ minWidth: 120 }}>{of.name === null ? cause : t('crud:pair', { one: cause, two: of.name })}</TableCell>
      <TableCell sx={{ minWidth: 160 }}>
        {of.reason === null
          ? t(happened ? 'flows:editor.trial.didRun' : 'flows:editor.trial.ran')
          : t(asWordKey(`flows:reason.${of.reason}`))}
        {of.checks.map((check, nth) => (
          <Typography key={nth} variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {checkText(check)}
          </Typography>
        ))}
      </TableCell>
      <TableCell sx={{ minWidth: 160 }}>
        {of.commands.length === 0 ? t('crud:none') : of.commands.map(commandText).join(t('flows:editor.say.then'))}
      </TableCell>
    </TableRow>
  )
}
