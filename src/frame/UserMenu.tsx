import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import Logout from '@mui/icons-material/Logout'
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import PaletteOutlined from '@mui/icons-material/PaletteOutlined'
import SwapHoriz from '@mui/icons-material/SwapHoriz'
import Translate from '@mui/icons-material/Translate'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { THEME_CONFIG } from '#contract/session/theme'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { useQueue } from '#src/field/useFieldQueue.ts'
import { chooseLanguage } from '#src/session/chooseLanguage.ts'
import { LANGUAGES, nameOfLanguage } from '#src/i18n/language.ts'
import { signOut, useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { HOME_PATH } from '#src/session/wayBack.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { isElsewhere, shownZone } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { ModuleIcon } from './menu/GroupIcon.tsx'
import type { ModuleMenu } from './menu/menu.ts'
import { useEnterModule } from './menu/ModuleSwitch.tsx'
import { openNotices } from './noticeWindow.ts'
import { TenantModal } from './TenantModal.tsx'
import type { Tool } from './useTools.tsx'
import { useSchemeChoice } from './useSchemeChoice.ts'

const ACCOUNT_PATH = '/web/user'
const HOUR = 3_600_000

/** Who is signed in, and what concerns that person: account, theme, tenant, modules, help, leaving (FRAME-02, FRAME-03). */
export function UserMenu({ menus, tools, onTheme }: { menus: readonly ModuleMenu[]; tools: readonly Tool[]; onTheme: () => void }) {
  const { t, i18n } = useTranslation()
  const confirm = useConfirm()
  const { queue, elsewhere } = useQueue()
  const { self } = useSession()
  const navigate = useNavigate()
  const enter = useEnterModule()
  const mayTheme = usePermission(THEME_CONFIG) === true
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [tenants, setTenants] = useState(false)
  const { dark, turn } = useSchemeChoice()
  const now = useNow(HOUR)
  const name = self?.realName === '' ? self.loginName : (self?.realName ?? '')
  const initial = Array.from(name)[0]?.toUpperCase()
  const tenant = self?.tenants.find(({ tenantId }) => tenantId === self.tenantId)
  const item = (key: string, icon: ReactNode, words: string, act: () => void, lang?: string) => (
    <MenuItem
      key={key}
      {...(lang == null ? {} : { lang })}
      onClick={() => {
        setAnchor(null)
        act()
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      {words}
    </MenuItem>
  )
  const leave = async () => {
    const count = queue.length + elsewhere
    const asked = { title: t('field:signOut.title', { count }), text: t('field:signOut.text') }
    const words = { confirm: t('field:signOut.confirm'), stay: t('field:signOut.stay') }
    if (count === 0 || (await confirm({ ...asked, ...words }))) await signOut()
  }
  return (
    <>
      <Tooltip title={t('frame:user.menu')}>
        <IconButton
          aria-label={t('frame:named', { what: t('frame:user.menu'), which: name })}
          aria-haspopup="menu"
          aria-expanded={anchor != null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ p: 0.5 }}
        >
          <Avatar sx={{ width: 32, height: 32, fontSize: 14, bgcolor: 'primary.main', color: 'primary.contrastText' }}>
            {self?.imageUrl == null ? initial : <AuthImage src={self.imageUrl} alt="" width={32} height={32} fallback={initial} />}
          </Avatar>
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor != null} onClose={() => setAnchor(null)} slotProps={{ paper: { sx: { minWidth: 220 } } }}>
        <Box sx={{ px: 2, py: 1 }} role="presentation">
          {/* A menu holds no heading. */}
          <Typography variant="subtitle2" component="div">
            {name}
          </Typography>
          <SecondaryText variant="caption">{[self?.loginName, tenant?.tenantName].filter(Boolean).join(' \u00b7 ')}</SecondaryText>
          {isElsewhere(now) && (
            <SecondaryText variant="caption" component="div">
              {t('frame:user.clock', { zone: shownZone() })}
            </SecondaryText>
          )}
        </Box>
        <Divider />
        {item('home', <HomeOutlined fontSize="small" />, t('frame:user.home'), () => void navigate(HOME_PATH))}
        {item('notices', <NotificationsOutlined fontSize="small" />, t('notices:title'), () => openNotices('ANNOUNCE'))}
        {item('account', <ManageAccountsOutlined fontSize="small" />, t('frame:user.account'), () => void navigate(ACCOUNT_PATH))}
        {mayTheme && item('theme', <PaletteOutlined fontSize="small" />, t('frame:user.theme'), onTheme)}
        {self != null &&
          self.tenants.length > 1 &&
          item('tenant', <SwapHoriz fontSize="small" />, t('frame:tenant.switch'), () => setTenants(true))}
        {LANGUAGES.filter((language) => language !== i18n.language).map((language) =>
          item(language, <Translate fontSize="small" />, nameOfLanguage(language), () => void chooseLanguage(language), language),
        )}
        {item(
          'scheme',
          dark ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />,
          t(dark ? 'frame:scheme.light' : 'frame:scheme.dark'),
          turn,
        )}
        <Divider />
        {menus.length > 1 && (
          <ListSubheader role="presentation" sx={{ lineHeight: '32px', bgcolor: 'transparent' }}>
            {t('frame:user.modules')}
          </ListSubheader>
        )}
        {menus.length > 1 &&
          menus.map((menu) => item(menu.module, <ModuleIcon module={menu.module} />, t(`frame:module.${menu.module}`), () => enter(menu)))}
        {menus.length > 1 && <Divider />}
        {tools.map(({ key, icon, name: words, act }) => item(key, icon, words, act))}
        <Divider />
        {item('signOut', <Logout fontSize="small" />, t('frame:user.signOut'), () => void leave())}
      </Menu>
      <TenantModal open={tenants} onClose={() => setTenants(false)} />
    </>
  )
}
