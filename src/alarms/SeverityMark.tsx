import { useTranslation } from 'react-i18next'
import type { AlarmSeverity } from '#contract/alarms/severity'
import { Mark } from '#src/devices/Mark.tsx'
import { severityShapes } from './severityShapes.ts'

/** How bad an alarm is: shape, colour and word together. */
export function SeverityMark({ severity }: { severity: AlarmSeverity }) {
  const { t } = useTranslation()
  return (
    <Mark icon={severityShapes[severity]} color={`severity.${severity}`}>
      {t(`alarms:severity.${severity}`)}
    </Mark>
  )
}
