import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { call, isFailure } from '#src/api/call.ts'
import { useSession } from '#src/session/session.ts'
import { useArea } from '#src/session/useArea.ts'
import { useForgetNovice, useMakesFirstBase, useNovice } from '#src/session/useNovice.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { Entrances } from './Entrances.tsx'
import { greetingOf } from './greetingOf.ts'
import { Banners } from './landing/Banners.tsx'
import { LandingHeader } from './landing/LandingHeader.tsx'
import { Modules } from './landing/Modules.tsx'
import { NoviceGuide } from './landing/NoviceGuide.tsx'
import { Portal } from './landing/Portal.tsx'
import { News } from './News.tsx'
import { hourOf, momentWords } from '#src/time/moment.ts'

const MINUTE = 60_000
const WIDEST = 1440

/** The landing page: for a new tenant the guide to its first base, for everybody else the ways into the console (HOME-11). */
export default function HomeLanding() {
  const { t } = useTranslation()
  const { status, retry } = useArea()
  return (
    <Box sx={{ height: '100dvh', overflow: 'auto', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <LandingHeader />
      <Box component="main" sx={{ flex: 1, display: 'flex', flexDirection: 'column' }}>
        {status === 'loading' && <SkeletonPage />}
        {status === 'failed' && <ErrorState title={t('home:failed.area')} onRetry={retry} />}
        {status === 'none' && <WithoutBase />}
        {status === 'ready' && <Landing />}
      </Box>
    </Box>
  )
}

/** NOVICE-03: who manages the bases makes the first; the others are told whom to ask, and where pages open to them these are here. */
function WithoutBase() {
  const { t } = useTranslation()
  const makesFirst = useMakesFirstBase()
  const novice = useNovice()
  const words = { title: t('home:novice.title'), text: t('home:novice.text') }
  if (makesFirst == null) return <SkeletonPage />
  if (makesFirst) return <NoviceGuide />
  if (novice === true) return <EmptyState page variant="pageNoContain" {...words} />
  return (
    <Landing>
      <Alert severity="info">
        <AlertTitle>{words.title}</AlertTitle>
        {words.text}
      </Alert>
    </Landing>
  )
}

/** A base that came by another way than the guide ends the mark too (NOVICE-01). */
function useUnlock(): void {
  const { tenantId } = useSession()
  const novice = useNovice()
  const forgetNovice = useForgetNovice()
  useEffect(() => {
    if (novice !== true) return
    void call(tenantSettingCalls.noviceUnlock, { params: { t: tenantId } }, { quiet: true }).then((answer) => {
      if (!isFailure(answer) && !answer.novice) forgetNovice(tenantId)
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what forgets is new at each render
  }, [novice, tenantId])
}

function Landing({ children }: { children?: ReactNode }) {
  useUnlock()
  return (
    <Box
      sx={{
        width: 1,
        maxWidth: WIDEST,
        mx: 'auto',
        p: { xs: 2, sm: 3 },
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(300px, 360px)' },
      }}
    >
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        {children}
        <Banners />
        <Modules />
        <Portal />
      </Stack>
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        <Greeting />
        <Entrances />
        <News />
      </Stack>
    </Box>
  )
}

function Greeting() {
  const { t, i18n } = useTranslation()
  const { self, tenantId } = useSession()
  const now = useNow(MINUTE)
  const name = self?.realName === '' ? self.loginName : (self?.realName ?? '')
  const day = momentWords(now, i18n.language, { weekday: 'long' })
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="h1">{t(`home:greeting.${greetingOf(hourOf(now))}`, { name })}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {[self?.tenants.find((one) => one.tenantId === tenantId)?.tenantName, day].filter(Boolean).join(' · ')}
      </Typography>
    </Card>
  )
}
