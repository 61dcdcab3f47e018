import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Pause from '@mui/icons-material/Pause'
import PlayArrow from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type Banner, homeCalls } from '#contract/home/home'
import { imageUrlOf } from '#contract/media/files'
import { useCall } from '#src/api/useCall.ts'
import { useObjectUrl } from '#src/files/objectUrls.ts'
import { useSession } from '#src/session/session.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { GoLink } from './GoLink.tsx'
import { useCarousel } from './useCarousel.ts'

export const RATIO = '1200 / 360'
/** Twice as fine as it is laid out, for fine screens. */
const SHOWN = { width: 2000, height: 600, mode: 'crop' } as const

/** The banners of the tenant; nothing at all where it has none. */
export function Banners() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const banners = useCall(homeCalls.banners, { params: { t: tenantId } })
  if (banners.isPending) return <Skeleton variant="rounded" sx={{ width: 1, height: 'auto', aspectRatio: RATIO }} />
  if (banners.isError)
    return (
      <Card>
        <ErrorState compact title={t('home:failed.banners')} error={banners.error} onRetry={() => void banners.refetch()} />
      </Card>
    )
  return banners.data.length === 0 ? null : <Pictures banners={banners.data} />
}

function Pictures({ banners }: { banners: readonly Banner[] }) {
  const { t } = useTranslation()
  const { at, show, playing, setPlaying, holder } = useCarousel(banners.length)
  const several = banners.length > 1
  return (
    <Card
      component="section"
      aria-roledescription={t('home:banner.carousel')}
      aria-label={t('home:banner.label')}
      {...holder}
      sx={{ position: 'relative', aspectRatio: RATIO, minHeight: 140, overflow: 'hidden' }}
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {banners.map((banner, nth) => (
          <Box
            component="li"
            key={banner.id}
            aria-roledescription={t('home:banner.slide')}
            aria-label={t('home:banner.nth', { nth: nth + 1, count: banners.length })}
            inert={nth !== at}
            sx={{
              position: 'absolute',
              inset: 0,
              opacity: nth === at ? 1 : 0,
              visibility: nth === at ? 'visible' : 'hidden',
              transition: 'opacity 400ms, visibility 400ms',
              '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
            }}
          >
            {banner.content === '' ? (
              <BannerPicture banner={banner} />
            ) : (
              <GoLink address={banner.content} away={banner.typeFlag} underline="none" color="inherit" sx={{ display: 'block', height: 1 }}>
                <BannerPicture banner={banner} />
              </GoLink>
            )}
          </Box>
        ))}
      </Box>
      {several && (
        <Stack
          direction="row"
          data-color-scheme="dark"
          sx={{ position: 'absolute', right: 8, bottom: 6, alignItems: 'center', color: 'common.white' }}
        >
          <IconButton size="small" color="inherit" aria-label={t('home:banner.previous')} onClick={() => show(at - 1)}>
            <ChevronLeft />
          </IconButton>
          <Typography variant="body2" component="span" sx={{ minWidth: 36, textAlign: 'center' }}>
            {at + 1} / {banners.length}
          </Typography>
          <IconButton size="small" color="inherit" aria-label={t('home:banner.next')} onClick={() => show(at + 1)}>
            <ChevronRight />
          </IconButton>
          <IconButton
            size="small"
            color="inherit"
            aria-label={t(playing ? 'home:banner.pause' : 'home:banner.play')}
            onClick={() => setPlaying(!playing)}
          >
            {playing ? <Pause fontSize="small" /> : <PlayArrow fontSize="small" />}
          </IconButton>
        </Stack>
      )}
    </Card>
  )
}

/** One banner as it is seen. */
export function BannerPicture({ banner }: { banner: Pick<Banner, 'title' | 'imageAddress'> }) {
  const { url } = useObjectUrl(banner.imageAddress === '' ? null : imageUrlOf(banner.imageAddress, SHOWN))
  return (
    <>
      {url != null && <Box component="img" src={url} alt="" sx={{ width: 1, height: 1, objectFit: 'cover', display: 'block' }} />}
      <Box
        sx={{
          position: 'absolute',
          inset: 'auto 0 0',
          px: 2,
          pt: 5,
          pb: 1.25,
          pr: 20,
          color: 'common.white',
          background: 'linear-gradient(transparent, rgb(0 0 0 / 72%))',
        }}
      >
        <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 600 }}>
          {banner.title}
        </Typography>
      </Box>
    </>
  )
}
