import ApiOutlined from '@mui/icons-material/ApiOutlined'
import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import LinkOutlined from '@mui/icons-material/LinkOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { SHOWN_MODULES, type SubModule, subModuleCalls } from '#contract/home/subModule'
import { useCall } from '#src/api/useCall.ts'
import { useLanguage } from '#src/i18n/useLanguage.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { withToken } from './withToken.ts'

const icons: Partial<Record<string, typeof MapOutlined>> = {
  farm: AgricultureOutlined,
  company: BusinessOutlined,
  inventory: Inventory2Outlined,
  api: ApiOutlined,
  map: MapOutlined,
}

/** The user's modules, at most nine (HOME-02). */
export function Modules() {
  const { t } = useTranslation()
  const lang = useLanguage()
  const { tenantId } = useSession()
  const modules = useCall(subModuleCalls.self, { params: { t: tenantId }, query: { lang } }, { placeholderData: (before) => before })
  return (
    <Section title={t('home:modules.title')}>
      {modules.isPending && <SkeletonCards count={3} height={84} />}
      {modules.isError && <ErrorState compact title={t('frame:tip.failed')} onRetry={() => void modules.refetch()} />}
      {modules.data?.length === 0 && <EmptyState compact variant="pageNoContain" title={t('home:modules.empty')} />}
      {modules.data != null && modules.data.length > 0 && (
        <Box
          component="ul"
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
          }}
        >
          {modules.data.slice(0, SHOWN_MODULES).map((module) => (
            <li key={module.code}>
              <Entry module={module} />
            </li>
          ))}
        </Box>
      )}
    </Section>
  )
}

function Entry({ module: { name, description, icon, type, route, path } }: { module: SubModule }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const Icon = icons[icon] ?? LinkOutlined
  const away = type !== 'route'
  async function open(): Promise<void> {
    // The root of a module leads on to the pane of it that was opened last (HOME-03).
    if (!away) await navigate(route)
    else window.open(type === 'inner-link' ? withToken(path, await session.accessToken()) : path, '_blank', 'noopener')
  }
  return (
    <ButtonBase
      onClick={() => void open()}
      focusRipple
      sx={{
        width: 1,
        height: 1,
        minHeight: 84,
        p: 2,
        gap: 2,
        justifyContent: 'flex-start',
        textAlign: 'start',
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        '&:hover': { borderColor: 'primary.main', bgcolor: 'action.hover' },
      }}
    >
      <Box
        sx={{
          width: 44,
          height: 44,
          borderRadius: 1.5,
          display: 'grid',
          placeItems: 'center',
          bgcolor: 'action.selected',
          color: 'primary.main',
          flexShrink: 0,
        }}
      >
        <Icon aria-hidden />
      </Box>
      <Stack component="span" sx={{ minWidth: 0, flex: 1 }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <SecondaryText component="span">{description}</SecondaryText>
      </Stack>
      {away && <OpenInNew fontSize="small" titleAccess={t('home:modules.newTab')} sx={{ color: 'text.secondary' }} />}
    </ButtonBase>
  )
}
