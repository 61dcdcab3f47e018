import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import OndemandVideoOutlined from '@mui/icons-material/OndemandVideoOutlined'
import SchoolOutlined from '@mui/icons-material/SchoolOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { homeCalls, platformApplications, type Portal as Shown } from '#contract/home/home'
import { useCall } from '#src/api/useCall.ts'
import { useLanguage } from '#src/i18n/useLanguage.ts'
import { useSession } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'
import { isOwnPage } from './GoLink.tsx'
import { SetupChain } from './SetupChain.tsx'
import { Videos } from './Videos.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const QrCode = lazyPart(() => import('#src/ui/QrCode.tsx'))
const CODE_SIZE = 112

/** A path is one of this very console. */
const whole = (address: string) => new URL(address, location.origin).href

/** Platform applications, the help centre and the download, as the tenant set them. */
export function Portal() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const portal = useCall(homeCalls.portal, { params: { t: tenantId } })
  if (portal.isError)
    return (
      <Section title={t('home:apps.title')}>
        <ErrorState compact title={t('home:failed.portal')} error={portal.error} onRetry={() => void portal.refetch()} />
      </Section>
    )
  return (
    <>
      <Section title={t('home:apps.title')}>
        {portal.data == null ? <SkeletonCards count={4} height={136} /> : <Applications applications={portal.data.applications} />}
      </Section>
      <Section title={t('home:help.title')} aside={portal.data != null && <HelpLinks portal={portal.data} />}>
        <SetupChain />
        {portal.data?.tutorialVideo != null && (
          <Box
            component="video"
            controls
            preload="none"
            poster="/home/poster.svg"
            src={portal.data.tutorialVideo}
            aria-label={t('home:help.tutorial')}
            sx={{ mt: 2, width: 1, maxHeight: 420, borderRadius: 2, bgcolor: 'common.black' }}
          />
        )}
      </Section>
      {portal.data != null && portal.data.videos.length > 0 && <Videos videos={portal.data.videos} />}
      {portal.data?.softwareDownload != null && <Download address={portal.data.softwareDownload} />}
    </>
  )
}

function Code({ address, label }: { address: string; label: string }) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" width={CODE_SIZE} height={CODE_SIZE} />}>
      <QrCode value={whole(address)} label={label} size={CODE_SIZE} />
    </Suspense>
  )
}

/** What each application does is on a page of the console, too: it stands for one that the tenant has not. */
const PAGES: Readonly<Record<(typeof platformApplications)[number], string>> = {
  mobile: '/login',
  trace: '/web/farm/seed',
  aerator: '/web/equipment/aerator',
  service: '/web/agriculture/expert-inquiry',
}

/** HOME-09: the four of them, in the order of the documents. */
function Applications({ applications }: Pick<Shown, 'applications'>) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
      }}
    >
      {platformApplications.map((kind) => {
        const own = applications.find((one) => one.kind === kind)
        const address = own?.address ?? PAGES[kind]
        const name = t(`home:apps.${kind}.name`)
        return (
          <Stack key={kind} component="li" direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
            <Code address={address} label={t('home:apps.code', { name })} />
            <Stack sx={{ minWidth: 0, gap: 0.5 }}>
              <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
              <SecondaryText>{t(`home:apps.${kind}.${own ? 'text' : 'page'}`)}</SecondaryText>
              <Link href={address} target="_blank" rel="noopener noreferrer" variant="body2">
                {t(own ? 'home:apps.open' : 'home:apps.openPage')}
              </Link>
            </Stack>
          </Stack>
        )
      })}
    </Box>
  )
}

function HelpLinks({ portal: { videoTutorial, helpDocument } }: { portal: Shown }) {
  const { t } = useTranslation()
  const language = useLanguage()
  // The product's own help, where the tenant named none: words, which are called a video nowhere.
  const links = [
    videoTutorial == null
      ? { address: `/help/start.${language}.html`, words: t('home:help.start'), Icon: SchoolOutlined }
      : { address: videoTutorial, words: t('home:help.video'), Icon: OndemandVideoOutlined },
    { address: helpDocument ?? `/help/guide.${language}.html`, words: t('home:help.document'), Icon: MenuBookOutlined },
  ]
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {links.map(({ address, words, Icon }) => (
        <Button key={words} size="small" href={address} target="_blank" rel="noopener noreferrer" startIcon={<Icon />}>
          {words}
        </Button>
      ))}
    </Stack>
  )
}

function Download({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <Section title={t('home:download.title')}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        <Code address={address} label={t('home:apps.code', { name: t('home:download.title') })} />
        <Stack sx={{ gap: 1, alignItems: 'flex-start', minWidth: 0 }}>
          <SecondaryText>{t('home:download.text')}</SecondaryText>
          <Button
            variant="outlined"
            size="small"
            href={address}
            startIcon={<DownloadOutlined />}
            {...(isOwnPage(address) ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
          >
            {t('home:download.act')}
          </Button>
        </Stack>
      </Stack>
    </Section>
  )
}
