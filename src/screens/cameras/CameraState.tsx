import ShareIcon from '@mui/icons-material/ShareOutlined'
import VideocamOffIcon from '@mui/icons-material/VideocamOffOutlined'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#contract/cameras/camera'
import { Mark } from '#src/devices/Mark.tsx'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'

/** Whether a camera is there, whether it was closed, and whether other bases look through it, too. */
export function CameraState({ camera: { presence, disabled, shared } }: { camera: Pick<Camera, 'presence' | 'disabled' | 'shared'> }) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" component="span" sx={{ columnGap: 1.5, flexWrap: 'wrap' }}>
      <Typography variant="body2" component="span">
        {disabled === 1 ? (
          <Mark icon={VideocamOffIcon} color="status.late">
            {t('cameras:state.closed')}
          </Mark>
        ) : (
          <PresenceMark presence={presence} />
        )}
      </Typography>
      {shared === 1 && (
        <Typography variant="body2" component="span">
          <Mark icon={ShareIcon} color="text.secondary">
            {t('cameras:state.shared')}
          </Mark>
        </Typography>
      )}
    </Stack>
  )
}
