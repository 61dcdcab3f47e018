import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownVideo } from '#contract/home/home'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'

const Player = lazyPart(() => import('#src/files/VideoDialog.tsx'))
const WIDTH = 256
const HEIGHT = 144

/** The promotional videos of the enterprise: a film is fetched once somebody plays it. */
export function Videos({ videos }: { videos: readonly ShownVideo[] }) {
  const { t } = useTranslation()
  const [played, setPlayed] = useState<ShownVideo | null>(null)
  return (
    <Section title={t('home:videos.title')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {videos.map((video) => (
          <Box component="li" key={video.videoId} sx={{ width: WIDTH, maxWidth: 1 }}>
            <ButtonBase
              aria-label={t('home:videos.play', { title: video.title })}
              onClick={() => setPlayed(video)}
              sx={{ position: 'relative', borderRadius: 2, overflow: 'hidden', width: 1 }}
            >
              <AuthImage src={video.posterUrl} alt="" width={WIDTH} height={HEIGHT} sx={{ maxWidth: 1 }} />
              <PlayCircleOutlined
                aria-hidden
                sx={{ position: 'absolute', fontSize: 48, color: 'common.white', filter: 'drop-shadow(0 1px 4px rgb(0 0 0 / 60%))' }}
              />
            </ButtonBase>
            <Typography variant="body2" noWrap title={video.title} sx={{ mt: 0.5 }}>
              {video.title}
            </Typography>
            <SecondaryText variant="caption">{t('home:videos.seconds', { count: video.seconds })}</SecondaryText>
          </Box>
        ))}
      </Box>
      {played !== null && (
        <Suspense>
          <Player video={played} onClose={() => setPlayed(null)} />
        </Suspense>
      )}
    </Section>
  )
}
