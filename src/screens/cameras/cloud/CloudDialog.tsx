import { useTranslation } from 'react-i18next'
import { cameraCloudCalls } from '#contract/cameras/cloud'
import { useCall } from '#src/api/useCall.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { CloudForm } from './CloudForm.tsx'

const WIDTH = 640

/** How the cameras of the company are reached through a cloud or a media server. */
export function CloudDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const now = useCall(cameraCloudCalls.get, {}, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={WIDTH} title={t('cameras:cloud.title')}>
      <ListGate compact query={now} rows={4} height={56}>
        {(begun) => (
          <CloudForm key={begun.objectVersionNumber} begun={begun} guard={guard} onReload={() => void now.refetch()} onClose={onClose} />
        )}
      </ListGate>
    </Modal>
  )
}
