import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { routeMatches } from '#contract/core/route'
import { asWordKey } from '#src/i18n/i18n.ts'
import { usePageAccess } from '#src/session/usePageAccess.ts'
import { Brand } from './Brand.tsx'
import { menuGroups } from './menu.ts'
import { MenuIcon } from './MenuIcon.tsx'

/** The pages of the console by group; `slim` shows pictures alone, with their names on hover and focus. */
export function SideMenu({ slim = false, onGo }: { slim?: boolean; onGo?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const access = usePageAccess('farm')
  return (
    <Box component="nav" aria-label={t('frame:menu.label')} sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Brand slim={slim} />
      <Box sx={{ py: 1, overflowY: 'auto', overflowX: 'hidden', flex: 1 }}>
        {access == null && <Skeleton variant="rounded" sx={{ m: 2, height: 160 }} />}
        {access != null &&
          menuGroups(access).map(({ group, items }) => (
            <List
              key={group}
              dense
              sx={{ px: 1 }}
              subheader={
                <ListSubheader
                  id={`menu-${group}`}
                  sx={{ bgcolor: 'transparent', lineHeight: '32px', px: 1.5, ...(slim && { visibility: 'hidden', height: 12 }) }}
                >
                  {t(asWordKey(`frame:menu.group.${group}`))}
                </ListSubheader>
              }
              aria-labelledby={`menu-${group}`}
            >
              {items.map(({ path, title }) => {
                const name = t(asWordKey(title))
                const here = routeMatches(path, pathname)
                return (
                  <ListItem key={path} disablePadding sx={{ mb: 0.25 }}>
                    <Tooltip title={slim ? name : ''} placement="right">
                      <ListItemButton
                        component={NavLink}
                        to={path}
                        selected={here}
                        {...(onGo == null ? {} : { onClick: onGo })}
                        sx={{ borderRadius: 1.5, minHeight: 40, px: 1.5, '&.Mui-selected': { color: 'primary.main' } }}
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
                      </ListItemButton>
                    </Tooltip>
                  </ListItem>
                )
              })}
            </List>
          ))}
      </Box>
    </Box>
  )
}
