import UnfoldMore from '@mui/icons-material/UnfoldMore'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ModuleKey } from '#contract/core/route'
import { useTabStore } from '../tabs/Panes.tsx'
import { ModuleIcon } from './GroupIcon.tsx'
import type { ModuleMenu } from './menu.ts'

/** Enters a module where it was left, else at its first page (TABS-08). */
export function useEnterModule(): (menu: ModuleMenu) => void {
  const store = useTabStore()
  const navigate = useNavigate()
  return ({ module, groups }) => {
    const to = store.entryOf(module) ?? groups[0]?.items[0]?.path
    if (to != null) void navigate(to)
  }
}

/** Which module the menu shows; a picture alone where it is `slim`. Nothing where there is but one. */
export function ModuleSwitch({
  menus,
  module,
  slim = false,
  onGo,
}: {
  menus: readonly ModuleMenu[]
  module: ModuleKey
  slim?: boolean
  onGo?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const enter = useEnterModule()
  if (menus.length < 2) return null
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget)
  const aria = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor != null,
    'aria-label': t('frame:named', { what: t('frame:module.switch'), which: t(`frame:module.${module}`) }),
  } as const
  return (
    <>
      {slim ? (
        <Tooltip title={t('frame:module.switch')} placement="right">
          <IconButton {...aria} onClick={open} color="inherit" sx={{ alignSelf: 'center', my: 0.5 }}>
            <ModuleIcon module={module} />
          </IconButton>
        </Tooltip>
      ) : (
        <Button
          {...aria}
          color="inherit"
          variant="outlined"
          startIcon={<ModuleIcon module={module} />}
          endIcon={<UnfoldMore />}
          onClick={open}
          sx={{ m: 1.5, mb: 0, justifyContent: 'flex-start', borderColor: 'divider', '& .MuiButton-endIcon': { ml: 'auto' } }}
        >
          {t(`frame:module.${module}`)}
        </Button>
      )}
      <Menu anchorEl={anchor} open={anchor != null} onClose={() => setAnchor(null)}>
        {menus.map((menu) => (
          <MenuItem
            key={menu.module}
            selected={menu.module === module}
            onClick={() => {
              setAnchor(null)
              onGo?.()
              enter(menu)
            }}
          >
            <ListItemIcon>
              <ModuleIcon module={menu.module} />
            </ListItemIcon>
            {t(`frame:module.${menu.module}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
