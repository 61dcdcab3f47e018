import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Device } from '#contract/devices/device'
import { insectLampCalls } from '#contract/insects/insectLamp'
import { PEST } from '#contract/insects/insectType'
import type { DrawnPicture } from '#contract/insects/picture'
import { drawPath } from '#contract/insects/pages'
import { useCall } from '#src/api/useCall.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Section } from '#src/ui/Section.tsx'
import { KindCounts } from './KindCounts.tsx'
import { PictureStanding } from './PictureStanding.tsx'
import { usePhotograph } from './Photograph.tsx'
import { useKinds } from './useKinds.ts'

const [WIDTH, HEIGHT] = [320, 240]

/** What lies on the sheet of a lamp: its newest picture with what was found on it, and the way to a new one. */
export function InsectPanel({ device }: { device: Device }) {
  const { t } = useTranslation()
  const query = useCall(insectLampCalls.analysis, { params: { imei: device.eui } })
  const { button, way } = usePhotograph(device)
  return (
    <Section title={t('insects:newest')} aside={button}>
      <Stack spacing={1.5}>
        {way}
        <ListGate compact query={query} rows={2} height={96}>
          {(picture) =>
            picture === null ? (
              <EmptyState variant="noData" compact title={t('insects:noPicture')} text={t('insects:noPicturesHint')} />
            ) : (
              <Newest picture={picture} />
            )
          }
        </ListGate>
      </Stack>
    </Section>
  )
}

function Newest({ picture }: { picture: DrawnPicture }) {
  const { t } = useTranslation()
  const { nameOf, colorOf } = useKinds()
  // The page that draws stands under the page of pests.
  const mayOpen = usePermission(PEST) === true
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `${WIDTH}px minmax(0, 1fr)` } }}>
      <AuthImage
        src={picture.fileUrl}
        alt={t('insects:draw.image')}
        width={WIDTH}
        height={HEIGHT}
        mode="fit"
        sx={{ width: '100%', maxWidth: WIDTH, height: 'auto', aspectRatio: '4 / 3', borderRadius: 1 }}
      />
      <Stack spacing={1.5} sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('insects:taken')} <Age moment={picture.takenAt} />
        </Typography>
        <KindCounts boxes={picture.boxes} nameOf={nameOf} colorOf={colorOf} />
        <PictureStanding picture={picture} mayAct={false} />
        {mayOpen && (
          <Box>
            <Button component={Link} to={drawPath(picture.id)} variant="outlined" sx={{ minHeight: 44 }}>
              {t('insects:toDraw')}
            </Button>
          </Box>
        )}
      </Stack>
    </Box>
  )
}
