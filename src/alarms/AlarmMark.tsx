import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { AlarmSeverity } from '#contract/alarms/severity'
import { Mark } from '#src/devices/Mark.tsx'
import { severityShapes } from './severityShapes.ts'

/** How bad an alarm is as a picture, as large as the words around it; its name is heard and stands on hover, unless words say it beside. */
export function AlarmShape({ severity, named = true }: { severity: AlarmSeverity; named?: boolean }) {
  const { t } = useTranslation()
  const Shape = severityShapes[severity]
  const name = t('frame:alarm.marked', { severity: t(`frame:alarm.severity.${severity}`) })
  return (
    <Box
      component="span"
      data-severity={severity}
      {...(named ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
      sx={{ display: 'inline-flex', flexShrink: 0, color: `severity.${severity}`, verticalAlign: '-0.15em' }}
    >
      <Shape sx={{ fontSize: '1.2em' }} />
    </Box>
  )
}

/** That a device or plot has an alarm, and how bad: shape, colour and word. `noData`: it says that nothing is known. */
export function AlarmMark({ severity, noData = false }: { severity: AlarmSeverity; noData?: boolean }) {
  const { t } = useTranslation()
  return (
    <Mark icon={severityShapes[severity]} color={`severity.${severity}`}>
      {t(noData ? 'frame:alarm.markedNoData' : 'frame:alarm.marked', { severity: t(`frame:alarm.severity.${severity}`) })}
    </Mark>
  )
}
