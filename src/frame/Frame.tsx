import MenuIcon from '@mui/icons-material/Menu'
import MenuOpen from '@mui/icons-material/MenuOpen'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { AlarmButton } from '#src/alarms/AlarmButton.tsx'
import { EmergencyBanner } from '#src/devices/emergency/EmergencyBanner.tsx'
import { EmergencyButton } from '#src/devices/emergency/EmergencyButton.tsx'
import { AREA_WIDTH, CORNER_WIDTH, CROSSWISE_LOGO_WIDTH, MENU_WIDTH, RAIL_WIDTH, SLIM_MENU_WIDTH } from '#src/theme/theme.ts'
import { AreaSelect } from './AreaSelect.tsx'
import { Brand } from './Brand.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { GroupBar } from './menu/GroupBar.tsx'
import { GroupRail } from './menu/GroupRail.tsx'
import { MenuGround } from './menu/MenuGround.tsx'
import { groupAt } from './menu/menu.ts'
import { MenuColumn } from './menu/MenuLinks.tsx'
import { ModuleSwitch } from './menu/ModuleSwitch.tsx'
import { useMenus } from './menu/useMenus.ts'
import { storedMenuOpen, storeMenuOpen } from './menuState.ts'
import { KeptNotice } from './KeptNotice.tsx'
import { MessageBell } from './MessageBell.tsx'
import { Palette } from './palette/Palette.tsx'
import { RenewalNotice } from './RenewalNotice.tsx'
import { useTabStore } from './tabs/Panes.tsx'
import { TabStrip } from './tabs/TabStrip.tsx'
import { useTabsOf } from './tabs/tabStore.ts'
import { ThemeDrawer } from './ThemeDrawer.tsx'
import { showThemeWindow, useThemeWindow } from './themeWindow.ts'
import { ToolBar } from './ToolBar.tsx'
import { WaitingButton } from './WaitingButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import { ViewingBar } from './ViewingBar.tsx'
import { useSavedTheme } from './useThemeDesk.ts'
import { useTools } from './useTools.tsx'

const MAIN = 'main'
const HEADER_HEIGHT = 56
const row = {
  display: 'flex',
  alignItems: 'center',
  flexShrink: 0,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const

/**
 * What stands round every page, in the layout that the person chose (THEME-02). On a phone, and in the layouts without a column of pages,
 * the menu is a drawer; float shows a group's pages over the page, subfield and synthesis in a column beside it.
 */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const theme = useTheme()
  const { pathname } = useLocation()
  const phone = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true })
  const saved = useSavedTheme()
  const { layout, menuWidth, label } = theme.frame
  const [open, setOpen] = useState(storedMenuOpen)
  const [drawer, setDrawer] = useState(false)
  const themeOpen = useThemeWindow()
  const [finding, setFinding] = useState(false)
  const { tools, picker } = useTools(() => setFinding(true))
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setFinding(true)
    }
    addEventListener('keydown', find)
    return () => removeEventListener('keydown', find)
  }, [])

  const { module } = useTabsOf(useTabStore())
  const known = useMenus()
  const menus = known ?? []
  const groups = menus.find((menu) => menu.module === module)?.groups ?? []
  const here = groupAt(groups, pathname)
  // A group that was picked holds until the page is one of another group.
  const [picked, setPicked] = useState<{ group: string; at: string | null } | null>(null)
  const current = picked != null && picked.at === here && groups.some(({ group }) => group === picked.group) ? picked.group : here
  const pick = (group: string) => setPicked({ group, at: here })
  const ofCurrent = groups.filter(({ group }) => group === current)

  const hasColumn = !phone && (layout === 'lengthway' || layout === 'subfield' || layout === 'synthesis')
  const menuShown = hasColumn ? open : drawer
  const setMenuOpen = (next: boolean) => {
    storeMenuOpen(next)
    setOpen(next)
  }
  const toggle = () => {
    if (hasColumn) setMenuOpen(!open)
    else setDrawer(!drawer)
  }
  const slim = !open
  const slide = theme.transitions.create('width', { duration: theme.transitions.duration.shorter })
  const waiting = known == null && <Skeleton variant="rounded" sx={{ m: 1.5, height: 160 }} />
  const switcher = (narrow: boolean) => <ModuleSwitch menus={menus} module={module} slim={narrow} />
  const column = (width: number, parts: ReactNode) => (
    <MenuGround
      component="nav"
      aria-label={t('frame:menu.label')}
      sx={{
        width,
        flexShrink: 0,
        display: 'flex',
        flexDirection: 'column',
        borderRight: 1,
        borderColor: 'divider',
        transition: slide,
        minHeight: 0,
      }}
    >
      {parts}
    </MenuGround>
  )

  const side = phone ? null : layout === 'lengthway' ? (
    column(
      slim ? SLIM_MENU_WIDTH : menuWidth,
      <>
        <Brand slim={slim} />
        {switcher(slim)}
        {waiting}
        <MenuColumn groups={groups} slim={slim} />
        <ToolBar tools={tools} column={slim} />
      </>,
    )
  ) : layout === 'synthesis' ? (
    column(
      slim ? SLIM_MENU_WIDTH : menuWidth,
      <>
        {switcher(slim)}
        {waiting}
        <MenuColumn groups={ofCurrent} slim={slim} />
        <ToolBar tools={tools} column={slim} />
      </>,
    )
  ) : layout === 'crosswise' ? null : (
    <MenuGround
      component="nav"
      aria-label={t('frame:menu.label')}
      sx={{ display: 'flex', flexShrink: 0, minHeight: 0, borderRight: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        {switcher(true)}
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex', minWidth: RAIL_WIDTH }}>
          <GroupRail groups={groups} current={current} {...(layout === 'subfield' ? { onPick: pick } : {})} />
        </Box>
        <ToolBar tools={tools} column />
      </Box>
      {layout === 'subfield' && open && (
        <Box sx={{ width: menuWidth, display: 'flex', flexDirection: 'column', borderLeft: 1, borderColor: 'divider', minHeight: 0 }}>
          <MenuColumn groups={ofCurrent} />
        </Box>
      )}
    </MenuGround>
  )

  const toggler = (
    <IconButton
      sx={phone ? {} : { p: 0.5 }}
      aria-label={t(menuShown ? 'frame:menu.close' : 'frame:menu.open')}
      aria-expanded={menuShown}
      onClick={toggle}
    >
      {menuShown && hasColumn ? <MenuOpen /> : <MenuIcon />}
    </IconButton>
  )
  const corner = (
    <Box
      sx={{
        width: CORNER_WIDTH,
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-evenly',
        // Three stand as closely as the documents' width wants it; a hand has room for each.
        '&:has([data-alarm-button])': {
          width: { xs: 'auto', md: CORNER_WIDTH },
          '& > .MuiIconButton-root': { p: { md: '2px' } },
          '& .MuiAvatar-root': { width: { md: 26 }, height: { md: 26 } },
          '& .MuiBadge-badge': { minWidth: 16, height: 16, px: 0.5, fontSize: '0.625rem' },
        },
      }}
    >
      <WaitingButton />
      <AlarmButton />
      <MessageBell />
      <UserMenu menus={menus} tools={tools} onTheme={() => showThemeWindow(true)} />
    </Box>
  )
  // The base belongs to the farm's pages, and beside it stands what stops it: the strip of tabs keeps its width (TABS-07).
  const base = module === 'farm' && (
    <Box sx={{ width: { xs: 'auto', md: AREA_WIDTH }, minWidth: 0, flexShrink: { xs: 1, md: 0 }, display: 'flex', alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <AreaSelect />
      </Box>
      {!phone && <EmergencyButton />}
    </Box>
  )
  const barred = !phone && (layout === 'crosswise' || layout === 'synthesis')
  const mark = (
    <Box sx={{ width: RAIL_WIDTH, flexShrink: 0, display: 'flex', alignItems: 'center', justifyContent: 'space-evenly' }}>
      {layout === 'float' || layout === 'subfield' ? <Brand slim /> : null}
      {toggler}
    </Box>
  )
  const head = (
    <Box component="header" sx={{ flexShrink: 0 }}>
      {barred && (
        <MenuGround
          component={layout === 'crosswise' ? 'nav' : 'div'}
          aria-label={layout === 'crosswise' ? t('frame:menu.label') : undefined}
          sx={{ ...row, bgcolor: undefined, height: HEADER_HEIGHT }}
        >
          <Box sx={{ width: CROSSWISE_LOGO_WIDTH, flexShrink: 0 }}>
            <Brand />
          </Box>
          {layout === 'crosswise' && switcher(true)}
          <GroupBar groups={groups} current={current} {...(layout === 'synthesis' ? { onPick: pick } : {})} />
          {layout === 'crosswise' && <ToolBar tools={tools} />}
          {corner}
        </MenuGround>
      )}
      <Box sx={{ ...row, height: barred ? 44 : HEADER_HEIGHT }}>
        {phone ? toggler : mark}
        {base}
        {phone ? <Box sx={{ flex: 1 }} /> : <TabStrip end={module !== 'farm' && <EmergencyButton />} />}
        {phone && <EmergencyButton />}
        {!barred && corner}
      </Box>
      {phone && label === 1 && (
        <Box sx={{ ...row, px: 0.5 }}>
          <TabStrip />
        </Box>
      )}
      <EmergencyBanner />
      <ViewingBar />
      <ConnectionNotice />
      <KeptNotice />
      <RenewalNotice />
    </Box>
  )
  const pane = (
    <Box component="main" id={MAIN} tabIndex={-1} sx={{ flex: 1, minWidth: 0, minHeight: 0, position: 'relative', outline: 'none' }}>
      {children}
    </Box>
  )
  return (
    <Box sx={{ display: 'flex', height: '100dvh', overflow: 'hidden', bgcolor: 'background.default' }} data-layout={layout}>
      <SkipLink />
      {layout === 'lengthway' && side}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {head}
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
          {layout !== 'lengthway' && side}
          {pane}
        </Box>
      </Box>
      {!hasColumn && (
        <Drawer open={drawer} onClose={() => setDrawer(false)} slotProps={{ paper: { sx: { width: MENU_WIDTH } } }}>
          <MenuGround
            component="nav"
            aria-label={t('frame:menu.all')}
            sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
          >
            <Brand />
            <ModuleSwitch menus={menus} module={module} onGo={() => setDrawer(false)} />
            {waiting}
            <MenuColumn groups={groups} onGo={() => setDrawer(false)} />
            <ToolBar tools={tools} />
          </MenuGround>
        </Drawer>
      )}
      <ThemeDrawer open={themeOpen} onClose={() => showThemeWindow(false)} saved={saved} menuOpen={open} onMenuOpen={setMenuOpen} />
      <Palette open={finding} onClose={() => setFinding(false)} menus={menus} />
      {picker}
    </Box>
  )
}

/** The first stop of the keyboard: past everything that stands round the page. */
function SkipLink() {
  const { t } = useTranslation()
  return (
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
  )
}
