import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import type { Device } from '#contract/devices/device'
import { VR_PATH } from '#contract/panoramas/pages'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import { useCall } from '#src/api/useCall.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useOpenDevice } from '#src/frame/openers.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { useWindowTitle } from '#src/ui/windowTitle.ts'
import { DeviceDialog } from './DeviceDialog.tsx'
import { DeviceHotspot } from './DeviceHotspot.tsx'
import { TourView } from './TourView.tsx'

/** A tour with its live devices. */
export default function PreviewVrPage() {
  const { id = '' } = useParams()
  return /^\d{1,15}$/.test(id) ? <Preview key={id} vrId={Number(id)} /> : <NotFoundPage />
}

/** VR-PREVIEW-02: another window has nothing to come back to. */
const isOwnWindow = () => window.opener !== null || window.history.length <= 1

function Preview({ vrId }: { vrId: number }) {
  const { t } = useTranslation()
  const go = useNavigate()
  const openDevice = useOpenDevice()
  const [shown, setShown] = useState<Device | null>(null)
  const [alone] = useState(isOwnWindow)
  const tour = useCall(panoramaVrCalls.get, { params: { vrId } })
  const scenes = useCall(panoramaScenesCalls.list, { query: { vrId } })
  useWindowTitle('page', tour.data?.vrName ?? t('panoramas:preview.title'))
  const failed = tour.isError ? tour : scenes.isError ? scenes : null
  if (failed !== null && (!tour.data || !scenes.data))
    return (
      <ErrorState
        title={t('panoramas:preview.failed')}
        error={failed.error}
        onRetry={() => void Promise.all([tour.refetch(), scenes.refetch()])}
      />
    )
  if (!tour.data || !scenes.data) return <SkeletonPage />
  if (scenes.data.length === 0) return <EmptyState page variant="noData" title={t('panoramas:preview.empty')} />
  return (
    <>
      <TourView
        name={tour.data.vrName}
        description={tour.data.description}
        scenes={scenes.data}
        onScene={() => setShown(null)}
        onClose={alone ? undefined : () => void go(VR_PATH)}
        device={(hotspot, title) => (
          <DeviceHotspot
            hotspot={hotspot}
            title={title}
            onOpen={(device) => {
              if (!openDevice(device)) setShown(device)
            }}
          />
        )}
      />
      {shown !== null && <DeviceDialog key={shown.id} device={shown} onClose={() => setShown(null)} />}
    </>
  )
}
