import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { cameraCalls } from '#contract/cameras/camera'
import { CAMERAS_PATH } from '#contract/cameras/pages'
import { useCall } from '#src/api/useCall.ts'
import { CameraView } from '#src/cameras/CameraView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import { CameraActs } from '../CameraActs.tsx'
import { CameraState } from '../CameraState.tsx'
import { TimedPictures } from '../captures/TimedPictures.tsx'
import { CameraFacts } from './CameraFacts.tsx'
import { CameraLog } from './CameraLog.tsx'
import { Recordings } from './Recordings.tsx'

/** One camera: its picture and turning, what was written of it, what is kept of it, and what it is. */
export default function CameraPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = Number(useParams().id)
  const known = Number.isSafeInteger(id) && id > 0
  const query = useCall(cameraCalls.get, { params: { id: known ? id : 0 } }, { enabled: known })
  const { data } = query
  if (!known || query.error?.failure.status === 404)
    return (
      <Page title={t('cameras:one')}>
        <EmptyState variant="noData" title={t('cameras:gone')} text={t('cameras:goneHint')} />
      </Page>
    )
  if (!data) return <Unread title={t('cameras:one')} query={query} />
  return (
    <Page
      title={data.name}
      lead={<CameraState camera={data} />}
      actions={<CameraActs camera={data} onRemoved={() => void navigate(CAMERAS_PATH)} />}
    >
      <Stack sx={{ gap: 2 }}>
        <CameraView key={data.id} camera={data} clarity="hd" />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            <TimedPictures cameraId={data.id} />
            <CameraLog cameraId={data.id} />
          </Stack>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            <Recordings camera={data} />
            <Section title={t('cameras:fact.title')}>
              <CameraFacts camera={data} />
            </Section>
          </Stack>
        </Box>
      </Stack>
    </Page>
  )
}
