import AlarmIcon from '@mui/icons-material/NotificationsNoneOutlined'
import FlowIcon from '@mui/icons-material/AccountTreeOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import SensorsIcon from '@mui/icons-material/SensorsOutlined'
import StopIcon from '@mui/icons-material/StopOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { alarmPath } from '#contract/alarms/pages'
import { flowPath, runPath } from '#contract/flows/pages'
import { FLOWS_RUN } from '#contract/flows/permission'
import type { FlowRun } from '#contract/flows/run'
import { useBaseDevices } from '#src/flows/useBaseDevices.ts'
import { useGoToDevice } from '#src/frame/useGoToDevice.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { isOpen, useRunStop } from '../useRunStop.ts'

/** The way from a run to its flow and to what started it; and its end, while it goes on. */
export function RunActs({ of }: { of: FlowRun }) {
  const { t } = useTranslation()
  const { stopping, stop } = useRunStop()
  const goTo = useGoToDevice()
  const mayStop = usePermission(FLOWS_RUN) === true
  const { cause, areaId } = of
  const { devices } = useBaseDevices(areaId, cause.kind === 'watch')
  const device = cause.kind === 'watch' ? devices.find(({ id }) => id === cause.deviceId) : undefined
  return (
    <>
      {device && (
        <Button startIcon={<SensorsIcon />} onClick={() => goTo({ id: device.id, areaId, deviceType: device.deviceType })}>
          {t('flows:run.toDevice')}
        </Button>
      )}
      {cause.kind === 'alarm' && (
        <Button startIcon={<AlarmIcon />} component={Link} to={alarmPath(cause.alarmId)}>
          {t('flows:run.toAlarm')}
        </Button>
      )}
      {cause.kind === 'flow' && (
        <Button startIcon={<HistoryIcon />} component={Link} to={runPath(cause.runId)}>
          {t('flows:run.toRun')}
        </Button>
      )}
      <Button startIcon={<FlowIcon />} component={Link} to={flowPath(of.flowId)}>
        {t('flows:run.toFlow')}
      </Button>
      {mayStop && isOpen(of) && (
        <Button variant="contained" color="error" startIcon={<StopIcon />} loading={stopping} onClick={() => void stop(of)}>
          {t('flows:run.stop')}
        </Button>
      )}
    </>
  )
}
