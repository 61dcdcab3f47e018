import WarningAmber from '@mui/icons-material/WarningAmber'
import { useTranslation } from 'react-i18next'
import { AlarmMark } from '#src/alarms/AlarmMark.tsx'
import { AgeMark } from '#src/devices/AgeMark.tsx'
import { Mark } from '#src/devices/Mark.tsx'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import type { MarkerState } from '#src/map/describeDevice.ts'

/**
 * How a device stands: the worst of its alarms, that a value is out of band or a command failed, whether it is there, and that its reading
 * is old. Nothing where no state is shown.
 */
export function HealthMark({ state }: { state: MarkerState }) {
  const { t } = useTranslation()
  const { alarm, noData, outside, command, health, presence, behind } = state
  const abnormal = outside ? 'outside' : command === 'failed' ? 'failed' : null
  return (
    <>
      {alarm && <AlarmMark severity={alarm} noData={noData} />}
      {abnormal && (
        <Mark icon={WarningAmber} color={abnormal === 'outside' ? 'status.alarm' : 'status.warn'}>
          {t(`map:state.${abnormal}`)}
        </Mark>
      )}
      {/* What is abnormal is there, unless it is said that it is not. */}
      {health !== 'plain' && !((abnormal || alarm) && health === 'live') && <PresenceMark presence={presence} behind={behind} />}
      {(health === 'late' || health === 'lost') && <AgeMark age={health} />}
    </>
  )
}
