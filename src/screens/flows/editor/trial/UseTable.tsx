import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { FlowOutcome } from '#contract/flows/trial'
import { spanText } from '#src/alarms/describeCondition.ts'
import { SmallTable } from '#src/ui/SmallTable.tsx'

const SECOND = 1000
const MINUTE = 60
const HOUR = 3600

/** How often each circuit would have been started, and for how long in all. */
export function UseTable({ of }: { of: FlowOutcome['use'] }) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  const runningText = (ms: number) => {
    const seconds = Math.round(ms / SECOND)
    const minutes = Math.round(seconds / MINUTE)
    if (seconds < MINUTE) return spanText(seconds, { t })
    if (minutes * MINUTE < HOUR) return spanText(minutes * MINUTE, { t })
    const rest = minutes % MINUTE
    const hours = spanText((minutes - rest) * MINUTE, { t })
    return rest === 0 ? hours : `${hours} ${spanText(rest * MINUTE, { t })}`
  }
  const title = t('flows:editor.trial.use')
  return (
    <>
      <Typography variant="h3" sx={{ pt: 2, pb: 0.5 }}>
        {title}
      </Typography>
      <SmallTable
        label={title}
        heads={[
          t('flows:editor.trial.circuit'),
          { words: t('flows:editor.trial.starts'), right: true },
          { words: t('flows:editor.trial.time'), right: true },
        ]}
      >
        {of.map(({ switchId, switchName, deviceName, starts, ms }) => (
          <TableRow key={switchId} hover>
            <TableCell>{t('flows:editor.say.circuit', { device: deviceName, circuit: switchName })}</TableCell>
            <TableCell align="right">{starts}</TableCell>
            <TableCell align="right">{runningText(ms)}</TableCell>
          </TableRow>
        ))}
      </SmallTable>
    </>
  )
}
