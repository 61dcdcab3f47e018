import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Fade from '@mui/material/Fade'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Hotspot, parseHotspots } from '#contract/panoramas/hotspot'
import { parseView } from '#contract/panoramas/view'
import { copyText } from '#src/ui/copyText.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { useFullScreen } from '#src/ui/useFullScreen.ts'
import { linkedIds } from '../viewer/linkedScenes.ts'
import type { Look } from '../viewer/look.ts'
import { PanoramaView } from '../viewer/PanoramaView.tsx'
import type { Stage } from '../viewer/stage.ts'
import { useHotspotWords } from '../viewer/useHotspotWords.ts'
import { ContentDialog } from './ContentDialog.tsx'
import { takeEarly } from './earlyScene.ts'
import { SceneBar } from './SceneBar.tsx'
import { ScenePlan } from './ScenePlan.tsx'
import { addressOf, firstSceneOf, startOf } from './startOf.ts'
import { TourFooter } from './TourFooter.tsx'
import type { TourScene } from './tourScene.ts'
import { useFor } from './useFor.ts'
import { usePhone } from './usePhone.ts'
import { type DeviceSpot, useTourMarkers } from './useTourMarkers.tsx'

/** VR-PREVIEW-01, VR-PREVIEW-10. */
const LOADING_MS = 1000
const LABEL_MS = 5000

/** A tour as it is walked through: its scenes, hotspots and footer. `device` draws what stands for a device, where the tour shows any. */
export function TourView({
  name,
  description,
  scenes,
  open = false,
  device,
  onScene,
  onClose,
}: {
  name: string
  description: string
  scenes: readonly TourScene[]
  open?: boolean
  device?: (hotspot: DeviceSpot, title: string) => ReactNode
  /** Another scene is shown: what was opened of the one before is to close. */
  onScene?: () => void
  onClose?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const { titleOf } = useHotspotWords()
  const { full, toggle } = useFullScreen()
  const [address] = useSearchParams()
  const [start] = useState(() => startOf(address))
  const [shown, setShown] = useState<{ scenesId: number; look: Look | null; time: number }>(() => ({
    scenesId: firstSceneOf(scenes, start.scenesId)!.scenesId,
    look: start.look,
    time: 0,
  }))
  const [stage, setStage] = useState<Stage | null>(null)
  const [tray, setTray] = useState<'bar' | 'plan' | null>(null)
  const [introduced, setIntroduced] = useState(false)
  const [content, setContent] = useState<Extract<Hotspot, { HType: 3 | 4 }> | null>(null)
  const phone = usePhone(stage)
  const scene = scenes.find(({ scenesId }) => scenesId === shown.scenesId) ?? scenes[0]!
  const { hotSpotJson, visualJson } = scene
  const hotspots = useMemo(() => parseHotspots(hotSpotJson).hotspots, [hotSpotJson])
  const view = useMemo(() => parseView(visualJson).view, [visualJson])
  const ahead = useMemo(() => {
    const linked = linkedIds(hotspots)
    return scenes.filter(({ scenesId }) => linked.has(scenesId))
  }, [hotspots, scenes])
  const loading = useFor(LOADING_MS, shown.time)
  const labelled = useFor(LABEL_MS, shown.time)
  const goTo = (scenesId: number) => {
    setContent(null)
    onScene?.()
    if (scenesId === scene.scenesId) stage?.turnTo(view)
    else setShown({ scenesId, look: null, time: shown.time + 1 })
  }
  const press = (one: Hotspot) => {
    if (one.HType === 1) goTo(one.content.scenesId)
    else if (one.HType === 3 || one.HType === 4) setContent(one)
    else if (one.HType === 5) window.open(one.content, '_blank', 'noopener,noreferrer')
  }
  const markers = useTourMarkers(hotspots, { scenes, device, onPress: press })
  const share = async () => {
    if (stage === null) return
    const link = `${location.origin}${location.pathname}?${addressOf(scene.scenesId, stage.look())}`
    await copyText(link, t('panoramas:vr.copied'), t('panoramas:vr.notCopied'))
  }
  return (
    <Box component="main" sx={{ position: 'relative', height: '100dvh', overflow: 'hidden', bgcolor: 'background.default' }}>
      <PanoramaView
        scene={scene}
        view={view}
        look={shown.look}
        markers={markers}
        ahead={ahead}
        open={open}
        begun={open ? takeEarly : undefined}
        onStage={setStage}
      />
      {loading && (
        <Stack sx={{ position: 'absolute', inset: 0, alignItems: 'center', justifyContent: 'center', pointerEvents: 'none', zIndex: 30 }}>
          <CircularProgress aria-label={t('panoramas:viewer.loading')} />
        </Stack>
      )}
      {!full && (
        <Typography
          variant="h1"
          sx={{
            position: 'absolute',
            top: 16,
            left: 16,
            right: 72,
            width: 'fit-content',
            px: 1.5,
            py: 0.5,
            borderRadius: 1,
            bgcolor: 'background.paper',
            zIndex: 20,
          }}
        >
          {name}
        </Typography>
      )}
      {onClose && (
        <IconButton
          aria-label={t('panoramas:preview.close')}
          onClick={onClose}
          sx={{
            position: 'absolute',
            top: 12,
            right: 12,
            zIndex: 20,
            bgcolor: 'background.paper',
            '&:hover': { bgcolor: 'background.paper' },
          }}
        >
          <CloseIcon />
        </IconButton>
      )}
      <Fade in={labelled}>
        <Typography
          component="output"
          sx={{
            position: 'absolute',
            top: 72,
            left: '50%',
            transform: 'translateX(-50%)',
            px: 2,
            py: 0.5,
            borderRadius: 1,
            bgcolor: 'background.paper',
            zIndex: 20,
            pointerEvents: 'none',
          }}
        >
          {scene.scenesName}
        </Typography>
      </Fade>
      <Stack
        spacing={1}
        sx={{
          position: 'absolute',
          bottom: 16,
          left: 16,
          right: 16,
          alignItems: 'center',
          zIndex: 20,
          pointerEvents: 'none',
          '& > *': { pointerEvents: 'auto' },
        }}
      >
        {tray === 'bar' && <SceneBar scenes={scenes} activeId={scene.scenesId} onChoose={goTo} />}
        {tray === 'plan' && <ScenePlan scenes={scenes} activeId={scene.scenesId} onChoose={goTo} />}
        <TourFooter
          tray={tray}
          hasPlan={scenes.length > 1}
          full={full}
          follows={phone.follows}
          onTray={(next) => setTray(tray === next ? null : next)}
          onIntroduction={() => setIntroduced(true)}
          onShare={() => void share()}
          onFollow={phone.toggle}
          onFull={toggle}
        />
      </Stack>
      {content !== null && <ContentDialog hotspot={content} title={titleOf(content)} onClose={() => setContent(null)} />}
      <Modal open={introduced} onClose={() => setIntroduced(false)} width={480} title={name}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {description || t('panoramas:preview.noIntroduction')}
        </Typography>
      </Modal>
    </Box>
  )
}
