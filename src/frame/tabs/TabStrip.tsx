import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled, useTheme } from '@mui/material/styles'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { asWordKey } from '#src/i18n/i18n.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import { revealPane, useTabStore } from './Panes.tsx'
import { stripOf, type Tab } from './tabs.ts'
import { useTabsOf } from './tabStore.ts'
import { useTabActions } from './useTabActions.ts'

/** TABS-06. */
const STEP_PX = 100
const SETTLE_MS = 500

const One = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexShrink: 0,
  ...theme.typography.body2,
  height: 36,
  maxWidth: 248,
  borderRadius: theme.shape.borderRadius,
  color: theme.vars?.palette.text.secondary,
  transition: theme.transitions.create(['background-color', 'color'], { duration: theme.transitions.duration.shortest }),
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&[data-active=true]': { color: theme.vars?.palette.primary.main, fontWeight: 600 },
  '&[data-look=smooth][data-active=true]': { backgroundColor: theme.vars?.palette.action.selected },
  '&[data-look=smooth]': { borderRadius: 18 },
  '&[data-look=card]': {
    border: `1px solid ${theme.vars?.palette.divider}`,
    '&[data-active=true]': { borderColor: 'currentcolor', backgroundColor: theme.vars?.palette.background.default },
  },
  '&[data-look=flexible]': {
    borderRadius: 0,
    borderBottom: '2px solid transparent',
    '&[data-active=true]': { borderBottomColor: 'currentcolor' },
  },
}))
const Face = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  minWidth: 0,
  height: '100%',
  padding: theme.spacing(0, 1.5),
  cursor: 'pointer',
  borderRadius: 'inherit',
  '&:focus-visible': { outline: `2px solid ${theme.vars?.palette.primary.main}`, outlineOffset: -2 },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))

const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act))

/**
 * The opened pages of the module. By keyboard: arrows walk, Enter shows, Delete closes, Shift+F10 opens the menu of a tab. Its width is
 * what the frame leaves it; what does not fit is scrolled to. `end` stands in it, after the tabs.
 */
export function TabStrip({ end }: { end?: ReactNode }) {
  const { t } = useTranslation()
  const { label, labelIcon, labelStyle } = useTheme().frame
  const store = useTabStore()
  const tabs = useTabsOf(store)
  const strip = stripOf(tabs)
  const act = useTabActions()
  const navigate = useNavigate()
  const [menu, setMenu] = useState<{ tab: Tab; left: number; top: number } | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  const measure = useCallback(() => {
    const box = scroller.current
    if (box != null) setOverflows(box.scrollWidth > box.clientWidth + 1)
  }, [])
  const titleOf = ({ ownTitle, title }: Tab) => ownTitle ?? t(asWordKey(title))
  // How wide the tabs are hangs on their words: one that is given its own name grows.
  const words = strip.map(titleOf).join('\n')
  useEffect(measure, [measure, words, label, labelIcon, tabs.module])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, SETTLE_MS)
    }
    addEventListener('resize', later)
    return () => {
      removeEventListener('resize', later)
      clearTimeout(timer)
    }
  }, [measure])
  useEffect(() => {
    const box = scroller.current
    if (box == null) return
    // With the button that closes it. What stands beside the tabs comes later, and takes room from them.
    const reveal = () => box.querySelector('[data-active=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    reveal()
    const watch = new ResizeObserver(reveal)
    watch.observe(box)
    return () => watch.disconnect()
  }, [tabs.active, overflows, words])
  if (label === 0) return <Box sx={{ flex: 1, display: 'flex', justifyContent: 'flex-end' }}>{end}</Box>

  const focusAt = (at: number) => {
    const faces = [...(scroller.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    faces[(at + faces.length) % faces.length]?.focus()
  }
  const show = ({ key, path }: Tab) => {
    const leaving = tabs.list.find((one) => one.key === tabs.active)
    // A page that is lost when it is left may ask to be left, and then stays.
    const asks = leaving != null && !leaving.cached && store.unsaved().has(leaving.key)
    if (key === tabs.active || asks || !revealPane(key)) void navigate(path)
    else afterPaint(() => void navigate(path))
  }
  const openMenu = (tab: Tab, at: { left: number; top: number }) => setMenu({ tab, ...at })
  const onKey = (event: KeyboardEvent<HTMLElement>, tab: Tab, at: number) => {
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    const keys: Record<string, () => void> = {
      ArrowRight: () => focusAt(at + 1),
      ArrowLeft: () => focusAt(at - 1),
      Home: () => focusAt(0),
      End: () => focusAt(-1),
      Enter: () => show(tab),
      ' ': () => show(tab),
      Delete: () => {
        if (!tab.closable) return
        act.close(tab.key)
        requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[role=tab][tabindex="0"]')?.focus())
      },
      ContextMenu: () => openMenu(tab, { left, top: bottom }),
      ...(event.shiftKey ? { F10: () => openMenu(tab, { left, top: bottom }) } : {}),
    }
    const key = keys[event.key]
    if (key == null) return
    event.preventDefault()
    key()
  }
  const step = (by: number) => scroller.current?.scrollBy({ left: by })
  const choose = (what: () => void) => () => {
    setMenu(null)
    what()
  }
  const few = strip.length < 2
  const reachable = strip.some(({ key }) => key === tabs.active) ? tabs.active : strip[0]?.key
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center' }} data-tab-strip>
      {overflows && (
        <IconButton size="small" aria-label={t('frame:tabs.left')} onClick={() => step(-STEP_PX)}>
          <ChevronLeft />
        </IconButton>
      )}
      <Box
        ref={scroller}
        role="tablist"
        aria-label={t('frame:tabs.label')}
        sx={{ flex: 1, minWidth: 0, display: 'flex', gap: 0.5, overflowX: 'auto', scrollbarWidth: 'none', py: 0.5 }}
      >
        {strip.map((tab, at) => (
          <One
            key={tab.key}
            role="presentation"
            data-active={tab.key === tabs.active}
            data-look={labelStyle}
            onContextMenu={(event: MouseEvent) => {
              event.preventDefault()
              openMenu(tab, { left: event.clientX, top: event.clientY })
            }}
            onAuxClick={(event: MouseEvent) => {
              if (event.button === 1 && tab.closable) act.close(tab.key)
            }}
          >
            <Face
              role="tab"
              data-tab={tab.key}
              aria-selected={tab.key === tabs.active}
              aria-haspopup="menu"
              {...(tab.closable ? { 'aria-keyshortcuts': 'Delete' } : {})}
              tabIndex={tab.key === reachable ? 0 : -1}
              title={titleOf(tab)}
              onClick={() => show(tab)}
              onKeyDown={(event) => onKey(event, tab, at)}
            >
              {labelIcon === 1 && <MenuIcon path={tab.key} />}
              <span>{titleOf(tab)}</span>
            </Face>
            {tab.closable && (
              // For the pointer alone: by keyboard Delete closes, so that a list of tabs holds nothing but tabs.
              <IconButton
                size="small"
                tabIndex={-1}
                aria-hidden
                title={t('frame:tabs.close')}
                data-close-tab={tab.key}
                onClick={() => act.close(tab.key)}
                sx={{ p: 0.25, mr: 0.75, ml: -0.75 }}
              >
                <Close sx={{ fontSize: 15 }} />
              </IconButton>
            )}
          </One>
        ))}
      </Box>
      {overflows && (
        <IconButton size="small" aria-label={t('frame:tabs.right')} onClick={() => step(STEP_PX)}>
          <ChevronRight />
        </IconButton>
      )}
      {end}
      <Menu
        open={menu != null}
        onClose={() => setMenu(null)}
        anchorReference="anchorPosition"
        {...(menu == null ? {} : { anchorPosition: { left: menu.left, top: menu.top } })}
        slotProps={{ list: { 'aria-label': menu == null ? '' : titleOf(menu.tab), dense: true } }}
      >
        <MenuItem onClick={choose(() => act.refresh(menu!.tab.key))}>
          <ListItemText>{t('frame:tabs.refresh')}</ListItemText>
        </MenuItem>
        <MenuItem disabled={few || menu?.tab.closable !== true} onClick={choose(() => act.close(menu!.tab.key))}>
          <ListItemText>{t('frame:tabs.closeCurrent')}</ListItemText>
        </MenuItem>
        <MenuItem disabled={few} onClick={choose(() => act.closeOthers(menu!.tab.key))}>
          <ListItemText>{t('frame:tabs.closeOthers')}</ListItemText>
        </MenuItem>
        <MenuItem disabled={few} onClick={choose(act.closeAll)}>
          <ListItemText>{t('frame:tabs.closeAll')}</ListItemText>
        </MenuItem>
      </Menu>
    </Box>
  )
}
