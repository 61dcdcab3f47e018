import CollectionsIcon from '@mui/icons-material/CollectionsOutlined'
import ExploreIcon from '@mui/icons-material/ScreenRotationOutlined'
import FullscreenExitIcon from '@mui/icons-material/FullscreenExit'
import FullscreenIcon from '@mui/icons-material/Fullscreen'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import PlanIcon from '@mui/icons-material/AccountTreeOutlined'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'

/** The buttons at the foot of a tour: scenes, their plan, introduction, link, phone, full screen. */
export function TourFooter({
  tray,
  hasPlan,
  full,
  follows,
  onTray,
  onIntroduction,
  onShare,
  onFollow,
  onFull,
}: {
  /** What is open above the buttons. */
  tray: 'bar' | 'plan' | null
  /** One scene alone has no plan. */
  hasPlan: boolean
  full: boolean
  /** Whether the view follows the phone; null where there is no gyroscope. */
  follows: boolean | null
  onTray: (tray: 'bar' | 'plan') => void
  onIntroduction: () => void
  onShare: () => void
  onFollow: () => void
  onFull: () => void
}) {
  const { t } = useTranslation()
  const button = (label: string, icon: ReactElement, press: () => void, pressed?: boolean) => (
    // Over what it has opened, the word would cover a scene's name.
    <Tooltip title={pressed === true ? '' : label}>
      <IconButton
        aria-label={label}
        onClick={press}
        color={pressed ? 'primary' : 'default'}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      >
        {icon}
      </IconButton>
    </Tooltip>
  )
  return (
    <Stack direction="row" spacing={0.5} sx={{ bgcolor: 'background.paper', borderRadius: 999, px: 1, boxShadow: 3 }}>
      {button(t('panoramas:preview.scenes'), <CollectionsIcon />, () => onTray('bar'), tray === 'bar')}
      {hasPlan && button(t('panoramas:preview.plan'), <PlanIcon />, () => onTray('plan'), tray === 'plan')}
      {button(t('panoramas:preview.introduction'), <InfoIcon />, onIntroduction)}
      {button(t('panoramas:preview.share'), <LinkIcon />, onShare)}
      {follows !== null && button(t('panoramas:preview.gyroscope'), <ExploreIcon />, onFollow, follows)}
      {button(
        t(full ? 'panoramas:preview.leaveFullScreen' : 'panoramas:preview.fullScreen'),
        full ? <FullscreenExitIcon /> : <FullscreenIcon />,
        onFull,
      )}
    </Stack>
  )
}
