import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { DeviceFacts } from './DeviceFacts.tsx'

const WIDTH = 720

/** What is known of a camera. */
export function CameraDialog({ deviceId, open, onClose }: { deviceId: number; areaId: number; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const state = useCall(deviceCalls.state, { params: { id: deviceId } }, { enabled: open && deviceId > 0 })
  return (
    <Modal open={open} onClose={onClose} width={WIDTH} title={state.data?.name ?? t('devices:camera.title')}>
      {state.isError && !state.data ? (
        <ErrorState compact error={state.error} onRetry={() => void state.refetch()} />
      ) : state.data ? (
        <DeviceFacts device={state.data} />
      ) : (
        <SkeletonList rows={5} height={28} />
      )}
    </Modal>
  )
}
