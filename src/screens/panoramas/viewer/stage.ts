import '@photo-sphere-viewer/core/index.css'
import '@photo-sphere-viewer/markers-plugin/index.css'
import { events, Viewer } from '@photo-sphere-viewer/core'
import { CubemapTilesAdapter } from '@photo-sphere-viewer/cubemap-tiles-adapter'
import { events as gyroscopeEvents, GyroscopePlugin } from '@photo-sphere-viewer/gyroscope-plugin'
import { MarkersPlugin } from '@photo-sphere-viewer/markers-plugin'
import { DEFAULT_VIEW, type SceneView } from '#contract/panoramas/sceneView'
import { drawable, fromSphere, type Look, roundDegrees, type Spot, toSphere, withinView } from './look.ts'
import { cubeOf, type ScenePicture } from './scenePicture.ts'

/** A marker on the picture: what React draws into `element`, at a place of the sphere. */
export interface PlacedMarker extends Spot {
  readonly name: string
  readonly element: HTMLElement
}

export type Stage = ReturnType<typeof openStage>

/** The viewer in `container`. `token` is asked before each reading; null of what needs none. Made and removed in one effect. */
export function openStage(container: HTMLElement, token: (() => string | null) | null, words: { lost: string }) {
  let limits: SceneView = DEFAULT_VIEW
  const placed = new Map<string, Spot>()
  let wanted: readonly PlacedMarker[] = []
  const viewer = new Viewer({
    container,
    adapter: CubemapTilesAdapter.withConfig({ baseBlur: false, showErrorTile: false }),
    plugins: [MarkersPlugin, GyroscopePlugin.withConfig({ moveMode: 'smooth' })],
    navbar: false,
    // The page listens itself, so that arrow keys in its inputs turn nothing.
    keyboard: false,
    mousewheelCtrlKey: false,
    loadingTxt: '',
    lang: { loadError: words.lost },
    requestHeaders: (): Record<string, string> => {
      const held = token?.() ?? null
      return held === null ? {} : { Authorization: `Bearer ${held}` }
    },
    minFov: DEFAULT_VIEW.fovMin,
    maxFov: DEFAULT_VIEW.fovMax,
  })
  const markers = viewer.getPlugin<MarkersPlugin>(MarkersPlugin)
  const gyroscope = viewer.getPlugin<GyroscopePlugin>(GyroscopePlugin)

  /** The phone is followed again once the scene is there. */
  let goesOn = false
  const follow = async (): Promise<boolean> => {
    try {
      await gyroscope.start()
      return true
    } catch {
      return false
    }
  }

  const spotOf = () => fromSphere(viewer.getPosition())
  viewer.addEventListener(events.BeforeRotateEvent.type, (event) => {
    const to = toSphere(withinView(fromSphere(event.position), limits))
    event.position.yaw = to.yaw
    event.position.pitch = to.pitch
  })
  const fovOf = () => viewer.dataHelper.zoomLevelToFov(viewer.getZoomLevel())
  const zoomOf = (fov: number) => viewer.dataHelper.fovToZoomLevel(fov)

  const draw = () => {
    const names = new Set(wanted.map(({ name }) => name))
    for (const name of placed.keys())
      if (!names.has(name)) {
        markers.removeMarker(name)
        placed.delete(name)
      }
    for (const { name, element, ath, atv } of wanted) {
      const before = placed.get(name)
      if (before === undefined)
        markers.addMarker({ id: name, element, position: toSphere({ ath, atv }), anchor: 'center center', zIndex: 2 })
      else if (before.ath !== ath || before.atv !== atv) markers.updateMarker({ id: name, position: toSphere({ ath, atv }) })
      placed.set(name, { ath, atv })
    }
  }

  return {
    /** Shows a scene from where it is first looked at, or from elsewhere. Rejects where it cannot be read. */
    async show(scene: ScenePicture, view: SceneView, look: Look = view): Promise<void> {
      limits = view
      const { minFov, maxFov } = drawable(view)
      viewer.overlay.hide()
      viewer.setOptions({ minFov, maxFov })
      const position = toSphere({ ath: look.hlookat, atv: look.vlookat })
      // Another scene ends what follows the phone: it goes on after it, also where a third one is asked for meanwhile.
      goesOn ||= gyroscope.isEnabled()
      await viewer.setPanorama(cubeOf(scene), { position, zoom: zoomOf(look.fov), transition: false, showLoader: false })
      draw()
      if (goesOn && !gyroscope.isEnabled()) await follow()
      goesOn = false
    },
    /** The limits that a person set; what is looked at is brought within them. */
    limit(view: SceneView): void {
      limits = view
      if (!viewer.state.ready) return
      const fov = fovOf()
      viewer.setOptions(drawable(view))
      viewer.zoom(zoomOf(fov))
      viewer.rotate(toSphere(spotOf()))
    },
    look(): Look {
      const { ath, atv } = spotOf()
      return { hlookat: ath, vlookat: atv, fov: roundDegrees(fovOf()) }
    },
    turnTo({ hlookat, vlookat, fov }: Look): void {
      viewer.rotate(toSphere({ ath: hlookat, atv: vlookat }))
      viewer.zoom(zoomOf(fov))
    },
    /** Turns by so many degrees. */
    turn(right: number, down: number): void {
      const { ath, atv } = spotOf()
      viewer.rotate(toSphere({ ath: ath + right, atv: Math.min(90, Math.max(-90, atv + down)) }))
    },
    zoom: (step: number) => viewer.zoom(viewer.getZoomLevel() + step),
    /** What stands under a point of the window; null outside of the picture. */
    spotAt(clientX: number, clientY: number): Spot | null {
      const { left, top } = container.getBoundingClientRect()
      const at = viewer.dataHelper.viewerCoordsToSphericalCoords({ x: clientX - left, y: clientY - top })
      return at ? fromSphere(at) : null
    },
    place(all: readonly PlacedMarker[]): void {
      wanted = all
      if (viewer.state.ready) draw()
    },
    /** Reads a scene ahead, so that it is there when it is gone to. */
    ahead(scene: ScenePicture): void {
      void viewer.textureLoader.preloadPanorama(cubeOf(scene)).catch(() => undefined)
    },
    /** Whether there is a phone to follow: a desk's browser may say so without one. */
    followsPhone: async () => matchMedia('(pointer: coarse)').matches && (await gyroscope.isSupported()),
    /** Whether the view follows the phone from now on; false where the person or the browser said no. */
    async followPhone(on: boolean): Promise<boolean> {
      if (on) return follow()
      goesOn = false
      gyroscope.stop()
      return false
    },
    /** Tells whether the view follows the phone, whenever that has changed: a drag by finger ends it. Answers how to stop telling. */
    onFollow(told: (on: boolean) => void): () => void {
      const listen = ({ gyroscopeEnabled }: gyroscopeEvents.GyroscopeUpdatedEvent) => told(gyroscopeEnabled)
      gyroscope.addEventListener(gyroscopeEvents.GyroscopeUpdatedEvent.type, listen)
      return () => gyroscope.removeEventListener(gyroscopeEvents.GyroscopeUpdatedEvent.type, listen)
    },
    destroy: () => viewer.destroy(),
  }
}
