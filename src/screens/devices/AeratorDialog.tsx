import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { DEVICE_MODAL_WIDTH } from '#src/theme/theme.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { DeviceTitle } from './DeviceTitle.tsx'
import { Pumps } from './page/Pumps.tsx'

function Title({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const state = useCall(deviceCalls.state, { params: { id: deviceId } })
  return <DeviceTitle device={state.data} fallback={t('devices:aerator.title')} />
}

/** AERATOR-05: the pumps of a regulator, and the water they keep. */
export function AeratorDialog({ deviceId, open, onClose }: { deviceId: number; areaId: number; open: boolean; onClose: () => void }) {
  return (
    <Modal open={open && deviceId > 0} onClose={onClose} width={DEVICE_MODAL_WIDTH} title={<Title deviceId={deviceId} />}>
      <Pumps key={deviceId} deviceId={deviceId} />
    </Modal>
  )
}
