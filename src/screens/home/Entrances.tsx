import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { type WorkBench, workBenchCalls } from '#contract/home/workBench'
import { routes } from '#contract/routes'
import { useCall } from '#src/api/useCall.ts'
import { MenuIcon } from '#src/frame/MenuIcon.tsx'
import { asWordKey } from '#src/i18n/i18n.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'

const EntrancesDialog = lazyPart(() => import('./EntrancesDialog.tsx'))

const titles = new Map<string, string>(routes.map(({ path, title }) => [path, title]))
/** Pages that have a window to themselves. */
const OWN_WINDOW = new Set(['/map'])

/** The pages that the user goes to most, chosen by the user (HOME-06). */
export function Entrances() {
  const { t } = useTranslation()
  const { tenantId, self } = useSession()
  const [editing, setEditing] = useState(false)
  const userId = self?.id ?? 0
  const list = useCall(workBenchCalls.list, { params: { t: tenantId, userId } }, { enabled: self != null })
  return (
    <Section
      title={t('home:entrances.title')}
      aside={
        <Button size="small" startIcon={<EditOutlined />} disabled={!list.isSuccess} onClick={() => setEditing(true)}>
          {t('home:entrances.edit')}
        </Button>
      }
    >
      {list.isPending && <SkeletonCards count={4} width={120} height={76} />}
      {list.isError && <ErrorState compact title={t('home:failed.entrances')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState
          compact
          variant="pageNoContain"
          title={t('home:entrances.empty')}
          action={
            <Button size="small" variant="outlined" onClick={() => setEditing(true)}>
              {t('home:entrances.choose')}
            </Button>
          }
        />
      )}
      {list.data != null && list.data.length > 0 && (
        <Box
          component="ul"
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))' }}
        >
          {list.data.map((entry) => (
            <li key={entry.workBenchRoute}>
              <Entrance entry={entry} />
            </li>
          ))}
        </Box>
      )}
      {editing && list.data != null && (
        <Suspense fallback={null}>
          <EntrancesDialog userId={userId} chosen={list.data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Entrance({ entry: { workBenchName, workBenchRoute } }: { entry: WorkBench }) {
  const { t } = useTranslation()
  const title = titles.get(workBenchRoute)
  return (
    <Link
      component={RouterLink}
      to={workBenchRoute}
      {...(OWN_WINDOW.has(workBenchRoute) ? { target: '_blank', rel: 'noopener' } : {})}
      underline="none"
      sx={{
        height: '100%',
        minHeight: 76,
        px: 0.5,
        py: 1.25,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 0.75,
        textAlign: 'center',
        color: 'text.primary',
        borderRadius: 1.5,
        bgcolor: 'action.hover',
        '&:hover': { bgcolor: 'action.selected' },
        '& svg': { color: 'primary.main' },
      }}
    >
      <MenuIcon path={workBenchRoute} />
      <Typography variant="body2" component="span" sx={{ lineHeight: 1.3 }}>
        {title == null ? workBenchName : t(asWordKey(title))}
      </Typography>
    </Link>
  )
}
