import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { routeMatches } from '#contract/core/route'
import { asWordKey } from '#src/i18n/i18n.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import { GroupIcon } from './GroupIcon.tsx'
import type { MenuGroup } from './menu.ts'

/** The groups in a row of the header: each opens its pages below it, or with `onPick` in the column beside the page. */
export function GroupBar({
  groups,
  current,
  onPick,
}: {
  groups: readonly MenuGroup[]
  current: string | null
  onPick?: (group: string) => void
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<{ group: MenuGroup; anchor: HTMLElement } | null>(null)
  const close = () => setOpen(null)
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', gap: 0.5, overflowX: 'auto', scrollbarWidth: 'none' }}>
      {groups.map((group) => (
        <Button
          key={group.group}
          color="inherit"
          aria-current={group.group === current}
          startIcon={<GroupIcon group={group.group} />}
          sx={{ flexShrink: 0, '&[aria-current=true]': { color: 'var(--menu-chosen)', bgcolor: 'action.selected' } }}
          {...(onPick == null
            ? {
                'aria-haspopup': 'menu' as const,
                'aria-expanded': open?.group.group === group.group,
                endIcon: <ExpandMore />,
                onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setOpen({ group, anchor: currentTarget }),
              }
            : { onClick: () => onPick(group.group) })}
        >
          {t(asWordKey(`frame:menu.group.${group.group}`))}
        </Button>
      ))}
      <Menu anchorEl={open?.anchor ?? null} open={open != null} onClose={close}>
        {(open?.group.items ?? []).map(({ path, title }) => (
          <MenuItem key={path} component={Link} to={path} selected={routeMatches(path, pathname)} onClick={close}>
            <ListItemIcon>
              <MenuIcon path={path} />
            </ListItemIcon>
            {t(asWordKey(title))}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}
