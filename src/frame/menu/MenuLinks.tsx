import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Tooltip from '@mui/material/Tooltip'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { type Route, routeMatches } from '#contract/core/route'
import { asWordKey } from '#src/i18n/i18n.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import type { MenuGroup } from './menu.ts'

interface Looks {
  /** Pictures alone, with their names on hover and focus. */
  readonly slim?: boolean
  /** Called when a page was chosen. */
  readonly onGo?: (() => void) | undefined
}

/** The pages of some groups, each group under its name. */
export function MenuLinks({ groups, slim = false, onGo }: Looks & { groups: readonly MenuGroup[] }) {
  const { t } = useTranslation()
  const id = useId()
  return groups.map(({ group, items }) => (
    <List
      key={group}
      dense
      aria-labelledby={`${id}${group}`}
      sx={{ px: 1 }}
      subheader={
        <ListSubheader
          id={`${id}${group}`}
          sx={{
            bgcolor: 'transparent',
            color: 'var(--menu-quiet)',
            lineHeight: '32px',
            px: 1.5,
            ...(slim && { visibility: 'hidden', height: 12 }),
          }}
        >
          {t(asWordKey(`frame:menu.group.${group}`))}
        </ListSubheader>
      }
    >
      {items.map((route) => (
        <MenuLink key={route.path} route={route} slim={slim} onGo={onGo} />
      ))}
    </List>
  ))
}

function MenuLink({ route: { path, title, isNew, isHot }, slim = false, onGo }: Looks & { route: Route }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const name = t(asWordKey(title))
  const here = routeMatches(path, pathname)
  const flag = isNew ? 'new' : isHot ? 'hot' : null
  return (
    <ListItem disablePadding sx={{ mb: 0.25 }}>
      <Tooltip title={slim ? name : ''} placement="right">
        <ListItemButton
          component={NavLink}
          to={path}
          selected={here}
          {...(onGo == null ? {} : { onClick: onGo })}
          sx={{ borderRadius: 1.5, minHeight: 40, px: 1.5, '&.Mui-selected': { color: 'var(--menu-chosen)', bgcolor: 'action.selected' } }}
        >
          <ListItemIcon sx={{ minWidth: slim ? 0 : 36, color: 'inherit' }}>
            <MenuIcon path={path} />
          </ListItemIcon>
          <ListItemText
            primary={name}
            slotProps={{
              primary: {
                noWrap: true,
                sx: { fontWeight: here ? 600 : 400, ...(slim && { position: 'absolute', clipPath: 'inset(50%)' }) },
              },
            }}
          />
          {flag != null && !slim && (
            <Chip
              size="small"
              color={flag === 'new' ? 'primary' : 'error'}
              label={t(`frame:menu.${flag}`)}
              sx={{ height: 18, fontSize: 11 }}
            />
          )}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  )
}

/** A column of pages that scrolls. */
export const MenuColumn = (props: Looks & { groups: readonly MenuGroup[] }) => (
  <Box sx={{ py: 1, overflowY: 'auto', overflowX: 'hidden', flex: 1, minHeight: 0 }}>
    <MenuLinks {...props} />
  </Box>
)
