import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { FlowOutcome } from '#contract/flows/trial'
import { spanText } from '#src/alarms/describeCondition.ts'

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
      <TableContainer component="section" tabIndex={0} aria-label={title}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('flows:editor.trial.circuit')}</TableCell>
              <TableCell align="right">{t('flows:editor.trial.starts')}</TableCell>
              <TableCell align="right">{t('flows:editor.trial.time')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {of.map(({ switchId, switchName, deviceName, starts, ms }) => (
              <TableRow key={switchId} hover>
                <TableCell>{t('flows:editor.say.circuit', { device: deviceName, circuit: switchName })}</TableCell>
                <TableCell align="right">{starts}</TableCell>
                <TableCell align="right">{runningText(ms)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  )
}
