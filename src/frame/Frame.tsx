import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpen from '@mui/icons-material/MenuOpen'
import MapOutlined from '@mui/icons-material/MapOutlined'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Translate from '@mui/icons-material/Translate'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '#src/i18n/i18n.ts'
import { LANGUAGES, nameOfLanguage } from '#src/i18n/language.ts'
import { MENU_WIDTH, SLIM_MENU_WIDTH } from '#src/theme/theme.ts'
import { AreaSelect } from './AreaSelect.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { storedMenuOpen, storeMenuOpen } from './menuState.ts'
import { MessageBell } from './MessageBell.tsx'
import { SideMenu } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useSchemeChoice } from './useSchemeChoice.ts'

const MAIN = 'main'

/** What stands round every page: the menu, the base, messages and the person; the page has a scrolling pane of its own. */
export function Frame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true })
  const [open, setOpen] = useState(storedMenuOpen)
  const [drawer, setDrawer] = useState(false)
  const { dark, turn } = useSchemeChoice()
  const other = LANGUAGES.find((language) => language !== i18n.language) ?? LANGUAGES[0]
  const menuShown = phone ? drawer : open
  const toggle = () => {
    if (phone) setDrawer((now) => !now)
    else {
      storeMenuOpen(!open)
      setOpen(!open)
    }
  }
  return (
    <Box sx={{ display: 'flex', height: '100dvh', overflow: 'hidden', bgcolor: 'background.default' }}>
      <Link
        href={`#${MAIN}`}
        onClick={(event) => {
          // The address stays that of the page.
          event.preventDefault()
          document.getElementById(MAIN)?.focus()
        }}
        sx={{
          position: 'absolute',
          left: 8,
          top: -60,
          zIndex: (own) => own.zIndex.tooltip,
          p: 1.5,
          bgcolor: 'background.paper',
          borderRadius: 1,
          '&:focus': { top: 8 },
        }}
      >
        {t('frame:skip')}
      </Link>
      {phone ? (
        <Drawer open={drawer} onClose={() => setDrawer(false)} slotProps={{ paper: { sx: { width: MENU_WIDTH } } }}>
          <SideMenu onGo={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <Box
          sx={{
            width: open ? MENU_WIDTH : SLIM_MENU_WIDTH,
            flexShrink: 0,
            display: 'flex',
            flexDirection: 'column',
            borderRight: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            transition: theme.transitions.create('width', { duration: theme.transitions.duration.shorter }),
          }}
        >
          <SideMenu slim={!open} />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box
          component="header"
          sx={{
            height: 56,
            flexShrink: 0,
            display: 'flex',
            alignItems: 'center',
            gap: { xs: 0.25, sm: 1 },
            px: { xs: 1, sm: 2 },
            borderBottom: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
          }}
        >
          <IconButton aria-label={t(menuShown ? 'frame:menu.close' : 'frame:menu.open')} aria-expanded={menuShown} onClick={toggle}>
            {menuShown && !phone ? <MenuOpen /> : <MenuIcon />}
          </IconButton>
          <AreaSelect />
          <Box sx={{ flex: 1 }} />
          {!phone && (
            <>
              <Tooltip describeChild title={t('frame:map.openNew')}>
                <Button
                  color="inherit"
                  href="/map"
                  target="_blank"
                  rel="noopener"
                  startIcon={<MapOutlined />}
                  endIcon={<OpenInNew sx={{ fontSize: '1em !important' }} />}
                >
                  {t('frame:map.open')}
                </Button>
              </Tooltip>
              <Tooltip describeChild title={t('frame:language.switch')}>
                <Button color="inherit" lang={other} startIcon={<Translate />} onClick={() => void chooseLanguage(other)}>
                  {nameOfLanguage(other)}
                </Button>
              </Tooltip>
              <Tooltip title={t(dark ? 'frame:scheme.light' : 'frame:scheme.dark')}>
                <IconButton aria-label={t(dark ? 'frame:scheme.light' : 'frame:scheme.dark')} onClick={turn}>
                  {dark ? <LightModeOutlined /> : <DarkModeOutlined />}
                </IconButton>
              </Tooltip>
            </>
          )}
          <MessageBell />
          <UserMenu phone={phone} />
        </Box>
        <ConnectionNotice />
        <Box component="main" id={MAIN} tabIndex={-1} sx={{ flex: 1, minHeight: 0, position: 'relative', outline: 'none' }}>
          {children}
        </Box>
      </Box>
    </Box>
  )
}
