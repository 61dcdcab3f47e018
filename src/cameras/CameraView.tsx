import FullscreenExitIcon from '@mui/icons-material/FullscreenExit'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERAS_CONTROL } from '#contract/cameras/permission'
import type { Clarity } from '#machines/cameras/playerParts'
import { usePermission } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { toast } from '#src/ui/toast.ts'
import { DirectionPad } from './DirectionPad.tsx'
import { GatewayValues } from './GatewayValues.tsx'
import { KeptMark } from './KeptMark.tsx'
import { Picture } from './Picture.tsx'
import { PlayerBar } from './PlayerBar.tsx'
import { PresetList } from './PresetList.tsx'
import { ScreenshotDialog, type Shot } from './ScreenshotDialog.tsx'
import { useKeptDay } from './useKeptDay.ts'
import { usePlayer } from './usePlayer.ts'
import { usePtz } from './usePtz.ts'
import { whereToBegin } from './whereToBegin.ts'
import { momentText } from '#src/time/moment.ts'

// Only who looks at a recording fetches it, and the calendar in it.
const PlaybackPanel = lazyPart(() => import('./PlaybackPanel.tsx'))

/** What of a camera is shown. */
export interface ViewedCamera {
  readonly id: number
  readonly areaId: number
  readonly name: string
  readonly disabled: number
  readonly ptz: number
}

/** The picture of a camera, live or of a recording, with all that is done with it: played, recorded, kept, turned while it is live. */
export function CameraView({ camera, clarity = 'sd', below }: { camera: ViewedCamera; clarity?: Clarity; below?: ReactNode }) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [shooting, setShooting] = useState<Shot | null>(null)
  const disabled = camera.disabled === 1
  const player = usePlayer({ host, cameraId: camera.id, disabled, clarity, gl: true, keeps: true })
  const { at } = player
  const kept = useKeptDay(camera.id, at)
  const isKept = at !== null
  const screenshot = async () => {
    if (player.step !== 'playing' && player.step !== 'paused') return toast('warning', t('cameras:screenshot.playFirst'))
    if (!isKept) return setShooting('now')
    const picture = await player.picture()
    if (picture) setShooting({ picture, when: momentText(at) })
  }
  const isFullable = typeof document.documentElement.requestFullscreen === 'function'
  return (
    <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 2, alignItems: { md: 'flex-start' } }}>
      <Box sx={{ flex: 1, minWidth: 0, width: '100%' }}>
        <Box ref={frame} sx={{ '&:fullscreen': { display: 'grid', alignItems: 'center', bgcolor: 'common.black' } }}>
          <Picture host={host} player={player} name={camera.name}>
            {/* Its values are those of now. */}
            {isKept ? <KeptMark player={player} /> : <GatewayValues cameraId={camera.id} areaId={camera.areaId} />}
            <IconButton
              aria-label={t('cameras:player.fullEnd')}
              onClick={() => void document.exitFullscreen()}
              sx={{
                display: 'none',
                position: 'absolute',
                top: 8,
                right: 8,
                color: 'inherit',
                ':fullscreen &': { display: 'inline-flex' },
              }}
            >
              <FullscreenExitIcon />
            </IconButton>
          </Picture>
        </Box>
        <PlayerBar
          player={player}
          name={camera.name}
          onKept={() => void whereToBegin(camera.id).then((from) => player.send({ type: 'watchKept', at: from }))}
          onScreenshot={() => void screenshot()}
          onFull={isFullable ? () => void frame.current?.requestFullscreen().catch(() => undefined) : null}
        />
        {isKept && (
          <Suspense fallback={<Skeleton variant="rounded" height={PANEL_HEIGHT} />}>
            <PlaybackPanel cameraId={camera.id} at={at} kept={kept} onSeek={(to) => player.send({ type: 'seek', at: to })} />
          </Suspense>
        )}
        {below}
      </Box>
      {isKept ? <NoTurning /> : <Turning camera={camera} />}
      {shooting && <ScreenshotDialog camera={camera} shot={shooting} onClose={() => setShooting(null)} />}
    </Stack>
  )
}

const PANEL_HEIGHT = 130
const PAD_WIDTH = 250

/** The picture stays where it is while it is of the past. */
function NoTurning() {
  const { t } = useTranslation()
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', width: { xs: '100%', md: PAD_WIDTH }, flexShrink: 0 }}>
      {t('cameras:playback.noTurning')}
    </Typography>
  )
}

function Turning({ camera }: { camera: ViewedCamera }) {
  const { t } = useTranslation()
  const may = usePermission(CAMERAS_CONTROL)
  const barred = camera.disabled === 1 || may !== true || camera.ptz !== 1
  const ptz = usePtz(camera.id, barred)
  return (
    <Stack sx={{ width: { xs: '100%', md: PAD_WIDTH }, flexShrink: 0, gap: 2 }}>
      <Typography variant="h3" component="h3">
        {t('cameras:ptz.title')}
      </Typography>
      {camera.ptz === 1 ? (
        <>
          <DirectionPad ptz={ptz} disabled={barred} />
          <Typography variant="caption" sx={{ color: 'text.secondary', textAlign: 'center' }}>
            {t(may === false ? 'cameras:ptz.mayNot' : 'cameras:ptz.hint')}
          </Typography>
          <PresetList cameraId={camera.id} mayTurn={!barred} />
        </>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('cameras:ptz.none')}
        </Typography>
      )}
    </Stack>
  )
}
