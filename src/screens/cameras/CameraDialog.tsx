import OpenIcon from '@mui/icons-material/ArrowForward'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cameraCalls } from '#contract/cameras/camera'
import { cameraPath } from '#contract/cameras/pages'
import { CAMERAS_READ } from '#contract/cameras/permission'
import { useCall } from '#src/api/useCall.ts'
import { CameraView } from '#src/cameras/CameraView.tsx'
import type { DeviceWindowProps } from '#src/frame/openers.tsx'
import { Permitted } from '#src/session/Permitted.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'

/** CAMERA-01. */
const WIDTH = 1190

/** A camera over the page: its live picture, screenshots, turning. Closing it closes its stream. */
export function CameraDialog({ deviceId, open, onClose }: DeviceWindowProps) {
  const { t } = useTranslation()
  const query = useCall(cameraCalls.get, { params: { id: deviceId } }, { enabled: open && deviceId > 0 })
  const toPage = (
    <Permitted code={CAMERAS_READ}>
      <Button component={Link} to={cameraPath(deviceId)} onClick={onClose} endIcon={<OpenIcon />}>
        {t('cameras:page')}
      </Button>
    </Permitted>
  )
  return (
    <Modal open={open} onClose={onClose} width={WIDTH} title={query.data?.name ?? t('cameras:one')} actions={toPage}>
      <ListGate compact query={query} rows={5} height={64}>
        {(camera) => <CameraView key={camera.id} camera={camera} />}
      </ListGate>
    </Modal>
  )
}
