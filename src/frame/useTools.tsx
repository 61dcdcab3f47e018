import DashboardOutlined from '@mui/icons-material/DashboardOutlined'
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import OndemandVideoOutlined from '@mui/icons-material/OndemandVideoOutlined'
import SchoolOutlined from '@mui/icons-material/SchoolOutlined'
import SearchOutlined from '@mui/icons-material/SearchOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { homeCalls, SCREEN_CODE, type TenantScreen } from '#contract/home/home'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { SCREEN_MODAL_WIDTH } from '#src/theme/theme.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { openWall } from './openWall.ts'
import { screenAddress } from './screens.ts'

export interface Tool {
  readonly key: string
  readonly name: string
  readonly icon: ReactNode
  readonly act: () => void
  /** The keys that do the same, as they are written on a keyboard. */
  readonly keys?: string
}

const openWindow = (address: string) => void open(address, '_blank', 'noopener')
const isMac = navigator.platform.startsWith('Mac')

/** What stands beside the pages in every menu: quick find, the digital map, the tenant's screens, help; and the window that some open. */
export function useTools(find: () => void): { tools: readonly Tool[]; picker: ReactNode } {
  const { t, i18n } = useTranslation()
  const session = useSession()
  const { tenantId } = session
  const mayScreens = usePermission(SCREEN_CODE) === true
  const params = { params: { t: tenantId } }
  const screens = useCall(homeCalls.screens, params, { enabled: mayScreens && tenantId >= 0, staleTime: 5 * 60_000 }).data ?? []
  const portal = useCall(homeCalls.portal, params, { enabled: tenantId >= 0, staleTime: 5 * 60_000 }).data
  const [picking, setPicking] = useState(false)
  const show = async (screen: TenantScreen) => {
    const address = screenAddress(screen, await session.accessToken(), location.href)
    if (address != null) openWindow(address)
  }
  const film = portal?.videoTutorial
  const tools: Tool[] = [
    {
      key: 'find',
      name: t('frame:palette.open'),
      icon: <SearchOutlined fontSize="small" />,
      act: find,
      keys: isMac ? '\u2318K' : 'Ctrl K',
    },
    { key: 'map', name: t('frame:map.open'), icon: <MapOutlined fontSize="small" />, act: openWall },
    ...(screens.length === 0
      ? []
      : [
          {
            key: 'screens',
            name: t('frame:screens.open'),
            icon: <DashboardOutlined fontSize="small" />,
            act: () => {
              if (screens.length === 1) void show(screens[0]!)
              else setPicking(true)
            },
          },
        ]),
    // The product has no film of its own; the same steps in words.
    ...(film == null
      ? [
          {
            key: 'start',
            name: t('frame:help.start'),
            icon: <SchoolOutlined fontSize="small" />,
            act: () => openWindow(`/help/start.${i18n.language}.html`),
          },
        ]
      : [
          {
            key: 'video',
            name: t('frame:help.video'),
            icon: <OndemandVideoOutlined fontSize="small" />,
            act: () => openWindow(film),
          },
        ]),
    {
      key: 'help',
      name: t('frame:help.document'),
      icon: <HelpOutline fontSize="small" />,
      act: () => openWindow(portal?.helpDocument ?? `/help/guide.${i18n.language}.html`),
    },
  ]
  const picker = (
    <Modal open={picking} onClose={() => setPicking(false)} title={t('frame:screens.choose')} width={SCREEN_MODAL_WIDTH}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
        {screens.map((screen) => (
          <ButtonBase
            key={screen.id}
            onClick={() => {
              setPicking(false)
              void show(screen)
            }}
            sx={{ flexDirection: 'column', alignItems: 'stretch', border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
          >
            {screen.screenImage == null ? (
              <Box sx={{ height: 110, display: 'grid', placeItems: 'center', bgcolor: 'action.hover' }}>
                <DashboardOutlined sx={{ fontSize: 40, color: 'text.secondary' }} aria-hidden />
              </Box>
            ) : (
              <Box component="img" src={screen.screenImage} alt="" sx={{ height: 110, objectFit: 'cover' }} />
            )}
            <Typography variant="body2" sx={{ p: 1, fontWeight: 600 }}>
              {screen.screenName}
            </Typography>
          </ButtonBase>
        ))}
      </Box>
    </Modal>
  )
  return { tools, picker }
}
