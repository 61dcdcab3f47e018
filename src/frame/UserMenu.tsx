import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import Logout from '@mui/icons-material/Logout'
import MapOutlined from '@mui/icons-material/MapOutlined'
import SwapHoriz from '@mui/icons-material/SwapHoriz'
import Translate from '@mui/icons-material/Translate'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '#src/i18n/i18n.ts'
import { LANGUAGES, nameOfLanguage } from '#src/i18n/language.ts'
import { signOut, useSession } from '#src/session/session.ts'
import { openWall } from './openWall.ts'
import { TenantModal } from './TenantModal.tsx'
import { useSchemeChoice } from './useSchemeChoice.ts'

/** Who is signed in, and what concerns that person: tenant, language, appearance, leaving. */
export function UserMenu({ phone }: { phone: boolean }) {
  const { t, i18n } = useTranslation()
  const { self } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [tenants, setTenants] = useState(false)
  const { dark, turn } = useSchemeChoice()
  const close = () => setAnchor(null)
  const name = self?.realName === '' ? self.loginName : (self?.realName ?? '')
  const tenant = self?.tenants.find(({ tenantId }) => tenantId === self.tenantId)
  return (
    <>
      <Tooltip title={t('frame:user.menu')}>
        <IconButton
          aria-label={`${t('frame:user.menu')}: ${name}`}
          aria-haspopup="menu"
          aria-expanded={anchor != null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ p: 0.5 }}
        >
          <Avatar
            {...(self?.imageUrl == null ? {} : { src: self.imageUrl })}
            alt=""
            sx={{ width: 32, height: 32, fontSize: 14, bgcolor: 'primary.main', color: 'primary.contrastText' }}
          >
            {Array.from(name)[0]?.toUpperCase()}
          </Avatar>
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor != null} onClose={close} slotProps={{ paper: { sx: { minWidth: 220 } } }}>
        <Box sx={{ px: 2, py: 1 }} role="presentation">
          <Typography variant="subtitle2">{name}</Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {[self?.loginName, tenant?.tenantName].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Divider />
        {self != null && self.tenants.length > 1 && (
          <MenuItem
            onClick={() => {
              close()
              setTenants(true)
            }}
          >
            <ListItemIcon>
              <SwapHoriz fontSize="small" />
            </ListItemIcon>
            {t('frame:tenant.switch')}
          </MenuItem>
        )}
        {phone && (
          <MenuItem
            onClick={() => {
              close()
              openWall()
            }}
          >
            <ListItemIcon>
              <MapOutlined fontSize="small" />
            </ListItemIcon>
            {t('frame:map.open')}
          </MenuItem>
        )}
        {LANGUAGES.filter((language) => language !== i18n.language).map((language) => (
          <MenuItem
            key={language}
            lang={language}
            onClick={() => {
              close()
              void chooseLanguage(language)
            }}
          >
            <ListItemIcon>
              <Translate fontSize="small" />
            </ListItemIcon>
            {nameOfLanguage(language)}
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            close()
            turn()
          }}
        >
          <ListItemIcon>{dark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}</ListItemIcon>
          {t(dark ? 'frame:scheme.light' : 'frame:scheme.dark')}
        </MenuItem>
        <Divider />
        <MenuItem onClick={() => void signOut()}>
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          {t('frame:user.signOut')}
        </MenuItem>
      </Menu>
      <TenantModal open={tenants} onClose={() => setTenants(false)} />
    </>
  )
}
