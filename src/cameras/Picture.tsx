import PlayIcon from '@mui/icons-material/PlayArrow'
import VideocamOffIcon from '@mui/icons-material/VideocamOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_FAULTS, type CameraFault } from '#contract/cameras/camera'
import { Age } from '#src/ui/Age.tsx'
import type { Player } from './usePlayer.ts'

/** Pictures stand on black, light scheme or dark, as on every screen for them. */
const GROUND = 'common.black'
const isFault = (why: string | null): why is CameraFault => why !== null && (CAMERA_FAULTS as readonly string[]).includes(why)

/** The picture of a camera, live or of a recording, and over it, in words, whatever is not as it should be. `small`: one of many. */
export function Picture({
  host,
  player,
  name,
  small = false,
  children,
}: {
  host: RefObject<HTMLDivElement | null>
  player: Player
  name: string
  small?: boolean
  /** Stands over the picture. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { step } = player
  // A recording that is paused shows what it says.
  const isTrue = step === 'playing' || step === 'paused'
  return (
    <Box
      component="figure"
      aria-label={t(player.at === null ? 'cameras:player.picture' : 'cameras:playback.picture', { name })}
      data-player={step}
      sx={{ position: 'relative', m: 0, width: '100%', aspectRatio: '16 / 9', overflow: 'hidden', bgcolor: GROUND, color: 'common.white' }}
    >
      <Box
        ref={host}
        sx={{
          position: 'absolute',
          inset: 0,
          '& canvas': {
            width: '100%',
            height: '100%',
            objectFit: 'contain',
            display: 'block',
            ...(isTrue ? {} : { filter: 'grayscale(1)', opacity: 0.45 }),
            // A canvas without a picture is white where it is not drawn on.
            ...(player.lastAt === null ? { visibility: 'hidden' } : {}),
          },
        }}
      />
      {!isTrue && (
        <Stack
          component="output"
          sx={{
            position: 'absolute',
            inset: 0,
            alignItems: 'center',
            justifyContent: 'center',
            textAlign: 'center',
            gap: small ? 0.5 : 1,
            p: 1,
            pointerEvents: 'none',
            zIndex: 1,
          }}
        >
          <Said player={player} small={small} />
        </Stack>
      )}
      {children}
    </Box>
  )
}

function Said({ player, small }: { player: Player; small: boolean }) {
  const { t } = useTranslation()
  const { step, at, lastAt, why, message, send } = player
  const text = small ? 'caption' : 'body2'
  const act = (label: string, icon?: ReactNode, type: 'play' | 'watchLive' = 'play') => (
    <Button size="small" variant="contained" sx={{ pointerEvents: 'auto' }} startIcon={icon} onClick={() => send({ type })}>
      {label}
    </Button>
  )
  if (step === 'opening' || step === 'starting' || step === 'closed')
    return (
      <>
        {step !== 'closed' && <CircularProgress size={small ? 18 : 28} color="inherit" aria-hidden />}
        <Typography variant={text}>
          {t(at !== null && step === 'opening' ? 'cameras:playback.opening' : `cameras:player.${step}`)}
        </Typography>
      </>
    )
  if (step === 'lost' && at !== null) return <Typography variant={small ? 'caption' : 'subtitle2'}>{t('cameras:playback.lost')}</Typography>
  if (step === 'ended')
    return (
      <>
        <Typography variant="subtitle2">{t('cameras:playback.ended')}</Typography>
        {act(t('cameras:playback.toLive'), undefined, 'watchLive')}
      </>
    )
  if (step === 'lost')
    return (
      <>
        <Typography variant={small ? 'caption' : 'subtitle2'}>
          {t(lastAt === null ? 'cameras:player.lostNever' : 'cameras:player.lost')}
        </Typography>
        {isFault(why) ? (
          <Typography variant={text}>{t(`cameras:fault.${why}`)}</Typography>
        ) : (
          message !== null && <Typography variant={text}>{message}</Typography>
        )}
        {lastAt !== null && (
          <Typography variant={text}>
            {t('cameras:player.seen')} <Age moment={lastAt} />
          </Typography>
        )}
      </>
    )
  if (step === 'stopped') return act(t('cameras:player.play'), <PlayIcon />)
  if (step === 'disabled')
    return (
      <>
        <VideocamOffIcon aria-hidden fontSize={small ? 'small' : 'large'} />
        <Typography variant={small ? 'caption' : 'subtitle2'}>{t('cameras:player.disabled')}</Typography>
        {!small && <Typography variant="body2">{t('cameras:player.disabledHint')}</Typography>}
      </>
    )
  return (
    <>
      <Typography variant={small ? 'caption' : 'subtitle2'}>{t('cameras:player.failed')}</Typography>
      {message !== null && (
        <Typography variant={text} sx={{ maxWidth: '46ch' }}>
          {message}
        </Typography>
      )}
      {act(t('cameras:player.retry'))}
    </>
  )
}
