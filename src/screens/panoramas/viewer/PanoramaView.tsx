import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { SceneView } from '#contract/panoramas/sceneView'
import { accessToken } from '#src/api/tokens.ts'
import { session } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { hasWebGl } from './hasWebGl.ts'
import type { Look, Spot } from './look.ts'
import type { ScenePicture } from './scenePicture.ts'
import { openStage, type Stage } from './stage.ts'

/** A thing on the picture, drawn by React. */
export interface ShownMarker extends Spot {
  readonly name: string
  readonly content: ReactNode
}

const TURN = 5
const ZOOM = 10
const KEYS: Readonly<Record<string, ((stage: Stage) => void) | undefined>> = {
  ArrowLeft: (stage) => stage.turn(-TURN, 0),
  ArrowRight: (stage) => stage.turn(TURN, 0),
  ArrowUp: (stage) => stage.turn(0, -TURN),
  ArrowDown: (stage) => stage.turn(0, TURN),
  '+': (stage) => stage.zoom(ZOOM),
  '=': (stage) => stage.zoom(ZOOM),
  '-': (stage) => stage.zoom(-ZOOM),
}

/** A scene that was shown before there was a place for it. */
interface BegunScene {
  readonly scenesId: number
  readonly stage: Stage
  readonly shown: Promise<void>
}

interface PanoramaViewProps {
  readonly scene: ScenePicture
  readonly view: SceneView
  /** Where it is looked at when the scene opens, where that is not its first look. */
  readonly look?: Look | null
  readonly markers: readonly ShownMarker[]
  /** Scenes that one can go to from here: they are read ahead. */
  readonly ahead?: readonly ScenePicture[]
  /** Of a tour that everybody may see. */
  readonly open?: boolean
  /** Gives what shows the scene already, into a box; null where nothing does. */
  readonly begun?: ((scenesId: number, box: HTMLElement) => BegunScene | null) | undefined
  readonly onStage?: (stage: Stage | null) => void
}

/** A panorama with its markers: turned by mouse, touch and keys. Without WebGL, and until its tiles are there, it says so. */
export function PanoramaView(props: PanoramaViewProps) {
  const { t } = useTranslation()
  const [able] = useState(hasWebGl)
  const { scene } = props
  if (!able) return <EmptyState variant="serverError" title={t('panoramas:viewer.noWebGl')} text={t('panoramas:viewer.noWebGlText')} />
  if (scene.state === 'failed') return <EmptyState variant="serverError" title={t('panoramas:viewer.failed')} text={scene.why} />
  if (scene.state === 'making') {
    const words = t('panoramas:viewer.making', { progress: scene.progress })
    return (
      <Box sx={{ display: 'grid', placeContent: 'center', height: '100%', p: 3, gap: 1, textAlign: 'center' }}>
        <Typography>{words}</Typography>
        <LinearProgress variant="determinate" value={scene.progress} aria-label={words} />
      </Box>
    )
  }
  return <Drawn {...props} />
}

function Drawn({ scene, view, look = null, markers, ahead, open = false, begun, onStage }: PanoramaViewProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  const [lost, setLost] = useState(false)
  const [tries, setTries] = useState(0)
  const [elements] = useState(() => new Map<string, HTMLElement>())
  const words = t('panoramas:viewer.lost')
  const latest = useRef({ view, look, begun, onStage })
  useEffect(() => {
    latest.current = { view, look, begun, onStage }
  })
  const { scenesId, panoramaImages } = scene
  const picture = useRef(scene)
  useEffect(() => {
    picture.current = scene
  })
  const ready = useRef<BegunScene | null>(null)

  useEffect(() => {
    if (box.current === null) return
    ready.current = latest.current.begun?.(picture.current.scenesId, box.current) ?? null
    const made = ready.current?.stage ?? openStage(box.current, open ? null : accessToken, { lost: words })
    setStage(made)
    latest.current.onStage?.(made)
    return () => {
      latest.current.onStage?.(null)
      setStage(null)
      made.destroy()
    }
  }, [open, words])

  useEffect(() => {
    if (stage === null) return
    let gone = false
    const show = async () => {
      setLost(false)
      try {
        // Tiles are read with the token that is held then: it is renewed first where it is about to end.
        if (!open) await session.get().accessToken()
        const before = ready.current
        ready.current = null
        if (before?.stage === stage && before.scenesId === scenesId) await before.shown
        else if (!gone) await stage.show(picture.current, latest.current.view, latest.current.look ?? latest.current.view)
      } catch {
        if (!gone) setLost(true)
      }
    }
    void show()
    return () => {
      gone = true
    }
  }, [stage, open, scenesId, panoramaImages, tries])

  useEffect(() => {
    if (stage === null || ahead === undefined) return
    for (const one of ahead) if (one.state === 'ready') stage.ahead(one)
  }, [stage, ahead])

  const shown = markers.map((marker) => {
    const key = `${scenesId} ${marker.name}`
    const held = elements.get(key) ?? markerElement()
    elements.set(key, held)
    return { ...marker, name: key, element: held }
  })
  const places = JSON.stringify(shown.map(({ name, ath, atv }) => [name, ath, atv]))
  const drawn = useRef(shown)
  useEffect(() => {
    drawn.current = shown
  })
  useEffect(() => {
    stage?.place(drawn.current)
  }, [stage, places])

  const onKeyDown = (event: KeyboardEvent) => {
    const act = KEYS[event.key]
    if (stage === null || act === undefined || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return
    act(stage)
    event.preventDefault()
  }
  return (
    <Box sx={{ position: 'relative', width: '100%', height: '100%' }}>
      <Box
        ref={box}
        role="application"
        aria-label={t('panoramas:viewer.label')}
        tabIndex={0}
        onKeyDown={onKeyDown}
        data-testid="panorama"
        // Nothing that the viewer lays over its picture lies over ours.
        sx={{
          position: 'absolute',
          inset: 0,
          isolation: 'isolate',
          '&:focus-visible': { outline: 3, outlineColor: 'primary.main', outlineOffset: -3 },
        }}
      />
      {lost && (
        <Box sx={{ position: 'absolute', inset: 0, bgcolor: 'background.default', zIndex: 40 }}>
          <ErrorState title={words} onRetry={() => setTries((count) => count + 1)} />
        </Box>
      )}
      {shown.map(({ name, element, content }) => createPortal(content, element, name))}
    </Box>
  )
}

/** A point of the picture; what is drawn in it stands round its middle. */
function markerElement(): HTMLElement {
  const element = document.createElement('div')
  element.style.width = '1px'
  element.style.height = '1px'
  // A press on a marker is its own: the picture behind it does not turn.
  for (const type of ['mousedown', 'touchstart', 'click', 'dblclick', 'wheel'] as const)
    if (type !== 'wheel') element.addEventListener(type, (event) => event.stopPropagation())
  return element
}
