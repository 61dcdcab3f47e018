import { useTranslation } from 'react-i18next'
import { CAMERA_FAULTS, type CameraFault } from '#contract/cameras/camera'
import type { AlarmPictureReason, CaptureReason } from '#contract/cameras/capture'

const isFault = (why: string): why is CameraFault => CAMERA_FAULTS.some((one) => one === why)

/** Why a picture was not taken, in words: a camera's own faults are said as everywhere. */
export function useMissedWords(): (why: AlarmPictureReason | CaptureReason) => string {
  const { t } = useTranslation()
  return (why) => (isFault(why) ? t(`cameras:fault.${why}`) : t(`cameras:capture.why.${why}`))
}
