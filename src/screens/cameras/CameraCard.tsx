import PlayIcon from '@mui/icons-material/PlayCircleOutlined'
import VideocamOffIcon from '@mui/icons-material/VideocamOffOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Camera } from '#contract/cameras/camera'
import { cameraPath } from '#contract/cameras/pages'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { useOpenDevice } from '#src/frame/openers.tsx'
import { Age } from '#src/ui/Age.tsx'
import { momentText } from '#src/time/moment.ts'
import { unseen } from '#src/ui/unseen.ts'
import { CameraActs } from './CameraActs.tsx'
import { CameraState } from './CameraState.tsx'

const PICTURE = { width: 320, height: 180 }

/** A camera in a list: its newest picture, which opens the live one, how it stands, and what may be done with it. */
export function CameraCard({ camera }: { camera: Camera }) {
  const { t } = useTranslation()
  const openWindow = useOpenDevice()
  const { id, areaId, name, fileUrl, pictureAt, disabled } = camera
  const watch = () => openWindow({ id, areaId, deviceType: 'camera' })
  const alt = t('cameras:pictureOf', { name, when: pictureAt === null ? t('cameras:noPicture') : momentText(pictureAt) })
  return (
    <Card component="li" sx={{ display: 'flex', flexDirection: 'column' }}>
      <CardActionArea onClick={watch} sx={{ bgcolor: 'common.black' }}>
        <Box component="span" sx={unseen}>
          {t('frame:named', { what: t('cameras:open'), which: name })}
        </Box>
        <AuthImage
          src={fileUrl}
          alt={alt}
          {...PICTURE}
          sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9', ...(disabled === 1 ? { filter: 'grayscale(1)', opacity: 0.5 } : {}) }}
          fallback={
            <Stack sx={{ alignItems: 'center', color: 'grey.400', gap: 0.5 }}>
              <VideocamOffIcon aria-hidden />
              <Typography variant="caption">{t(fileUrl === null ? 'cameras:noPicture' : 'cameras:pictureFailed')}</Typography>
            </Stack>
          }
        />
        <PlayIcon aria-hidden sx={{ position: 'absolute', right: 8, bottom: 8, color: 'common.white', opacity: 0.85 }} fontSize="large" />
      </CardActionArea>
      <Stack sx={{ p: 1.5, pb: 0.5, gap: 0.5, flex: 1, minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={cameraPath(id)}
          underline="hover"
          color="text.primary"
          variant="h3"
          sx={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Link>
        <Stack direction="row" sx={{ columnGap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <CameraState camera={camera} />
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`cameras:type.${camera.cameraType as 0 | 1}`)}
            {camera.landName !== null && ` · ${camera.landName}`}
          </Typography>
        </Stack>
        {pictureAt !== null && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('cameras:taken')} <Age moment={pictureAt} />
          </Typography>
        )}
        {camera.fault !== null && (
          <Typography variant="caption" color="error">
            {t(`cameras:fault.${camera.fault}`)}
          </Typography>
        )}
      </Stack>
      <Box sx={{ px: 1, pb: 0.5 }}>
        <CameraActs
          camera={camera}
          first={
            <Tooltip title={t('cameras:open')}>
              <IconButton aria-label={t('cameras:open')} onClick={watch}>
                <PlayIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          }
        />
      </Box>
    </Card>
  )
}
