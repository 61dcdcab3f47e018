import ExpandMore from '@mui/icons-material/ExpandMore'
import Logout from '@mui/icons-material/Logout'
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined'
import SwapHoriz from '@mui/icons-material/SwapHoriz'
import Translate from '@mui/icons-material/Translate'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Brand } from '#src/frame/Brand.tsx'
import { TenantModal } from '#src/frame/TenantModal.tsx'
import { chooseLanguage } from '#src/session/chooseLanguage.ts'
import { LANGUAGES, nameOfLanguage } from '#src/i18n/language.ts'
import { signOut, useSession } from '#src/session/session.ts'
import { unseen } from '#src/ui/unseen.ts'
import { isOwnPage } from './GoLink.tsx'

const ACCOUNT = '/web/user?key=info'

/** The tenant's logo, and what concerns the person: account, tenant, leaving (HOME-01). */
export function LandingHeader() {
  const { t, i18n } = useTranslation()
  const { self } = useSession()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [tenants, setTenants] = useState(false)
  const name = self?.realName === '' ? self.loginName : (self?.realName ?? '')
  const close = () => setAnchor(null)
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        pr: { xs: 1, sm: 3 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Brand />
      <Button
        color="inherit"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor != null}
        endIcon={<ExpandMore />}
        startIcon={
          <Avatar
            aria-hidden
            alt=""
            {...(self?.imageUrl == null ? {} : { src: self.imageUrl })}
            sx={{ width: 30, height: 30, fontSize: '0.875rem !important', bgcolor: 'primary.main', color: 'primary.contrastText' }}
          >
            {Array.from(name)[0]?.toUpperCase()}
          </Avatar>
        }
      >
        {name}
        <Box component="span" sx={unseen}>
          {t('frame:user.menu')}
        </Box>
      </Button>
      <Menu anchorEl={anchor} open={anchor != null} onClose={close} slotProps={{ paper: { sx: { minWidth: 200 } } }}>
        {isOwnPage(ACCOUNT) && (
          <MenuItem onClick={() => void navigate(ACCOUNT)}>
            <ListItemIcon>
              <ManageAccountsOutlined fontSize="small" />
            </ListItemIcon>
            {t('home:header.account')}
          </MenuItem>
        )}
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
        <MenuItem onClick={() => void signOut()}>
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          {t('frame:user.signOut')}
        </MenuItem>
      </Menu>
      <TenantModal open={tenants} onClose={() => setTenants(false)} />
    </Box>
  )
}
