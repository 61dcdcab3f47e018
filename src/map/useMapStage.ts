import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { Area } from '#contract/farm/area'
import type { Land } from '#contract/farm/land'
import type { MarkerState } from './describeDevice.ts'
import type { DeviceBoard } from './deviceBoard.ts'
import type { MapColors } from './mapColors.ts'
import type { MapSource } from './mapSources.ts'
import { MapStage, type Picked, type Place } from './mapStage.ts'
import { anchorOf, frameBase, frameWhole, type MapView } from './mapView.ts'
import type { MapTour } from './tourMarkers.ts'

export interface Framing {
  readonly key: number
  readonly centre: Place | null
  readonly places: readonly Place[]
}
export interface StageWish {
  /** The theme's colours where an element stands; a new function where they have changed. */
  readonly colors: (element: Element) => MapColors
  readonly source: MapSource
  /** Where the map stands, and comes back to when its tab is shown again; null until it was framed once. */
  readonly view: MapView | null
  /** What to frame, once for every `key`; null while that is not known. */
  readonly framing: Framing | null
  readonly areas: readonly Area[]
  readonly selectedArea: number | null
  /** Of the selected base; the same list while it says the same. */
  readonly tours: readonly MapTour[]
  readonly lands: readonly Land[]
  /** The worst alarm of each plot that has one; the same map while it says the same. */
  readonly tints: ReadonlyMap<number, AlarmSeverity>
  readonly board: DeviceBoard
  /** Must keep its identity while it answers the same. */
  readonly isHidden: (at: number) => boolean
  readonly text: (state: MarkerState, at: number) => string
  /** The chosen device's place on the board, -1 for none. */
  readonly selected: number
  /** What hangs above a place of the map. */
  readonly pinned: { readonly element: HTMLElement | null; readonly place: Place } | null
  /** A wall shows its base whole and as large as it goes, also when its size changes. */
  readonly wall: boolean
  readonly onView: (view: MapView) => void
  readonly onPick: (picked: Picked) => void
  readonly onSourceFailed: (source: MapSource) => void
}

/** How a map of this size opens on what it frames. */
export const frame = ({ centre, places }: Framing, wall: boolean, size: { x: number; y: number }): MapView =>
  (wall ? frameWhole : frameBase)(centre, places, size)

/**
 * Drives Leaflet in `host`. A tab that is hidden has its effects undone while its elements stay: its map is parked as it stands, costs
 * nothing, and goes on when the tab is shown again. The ref holds the stage while it is shown.
 */
export function useMapStage(host: RefObject<HTMLElement | null>, wish: StageWish): RefObject<MapStage | null> {
  const stage = useRef<MapStage | null>(null)
  const parked = useRef<MapStage | null>(null)
  const newest = useRef(wish)
  useLayoutEffect(() => {
    newest.current = wish
  })
  const framed = useRef<number | null>(null)
  const { source, colors, framing, wall, lands, tints, areas, selectedArea, tours, board, isHidden, text, selected, pinned } = wish
  const { datum } = source
  const ready = wish.view != null || framing != null
  const anchor = useMemo(() => framing && anchorOf(framing.centre, framing.places), [framing])

  useEffect(() => {
    const element = host.current
    if (!element || !ready) return
    const kept = parked.current
    parked.current = null
    if (kept?.host === element && kept.datum === datum) return drive(kept)
    kept?.remove()
    const { view, framing: first } = newest.current
    const anchor = first && anchorOf(first.centre, first.places)
    const opening = view ?? frame(first!, newest.current.wall, { x: element.clientWidth, y: element.clientHeight })
    if (!view) framed.current = first!.key
    const made = new MapStage(element, {
      source: newest.current.source,
      view: opening,
      anchor: anchor ?? opening.longitude,
      colors: newest.current.colors(element),
      wall: newest.current.wall,
      listeners: {
        onView: (moved) => newest.current.onView(moved),
        onPick: (picked) => newest.current.onPick(picked),
        onSourceFailed: (failed) => newest.current.onSourceFailed(failed),
      },
    })
    if (!view) newest.current.onView(opening)
    return drive(made)

    function drive(one: MapStage): () => void {
      stage.current = one
      let [width, height] = [one.host.clientWidth, one.host.clientHeight]
      const watcher = new ResizeObserver(() => {
        one.resize()
        const same = width === one.host.clientWidth && height === one.host.clientHeight
        ;[width, height] = [one.host.clientWidth, one.host.clientHeight]
        const { wall: whole, framing: around } = newest.current
        if (whole && around && !same) one.show(frame(around, true, one.size()), false)
      })
      watcher.observe(one.host)
      return () => {
        watcher.disconnect()
        stage.current = null
        one.park()
        parked.current = one
        // Elements that go with the page are gone when this turn ends.
        queueMicrotask(() => {
          if (parked.current !== one || one.host.isConnected) return
          parked.current = null
          one.remove()
        })
      }
    }
  }, [host, datum, ready])

  // The effects below run again whenever the map is made anew: `datum` and `ready` stand in each list for that reason.
  // Before all that is drawn, and before it is framed.
  useEffect(() => {
    if (anchor != null) stage.current?.setAnchor(anchor)
  }, [anchor, datum, ready])
  useEffect(() => {
    if (!framing || !stage.current || framed.current === framing.key) return
    framed.current = framing.key
    stage.current.show(frame(framing, wall, stage.current.size()))
  }, [framing, wall, datum, ready])
  useEffect(() => {
    if (host.current) stage.current?.setColors(colors(host.current))
  }, [host, colors, datum, ready])
  useEffect(() => stage.current?.setSource(source), [source, datum, ready])
  useEffect(() => stage.current?.setPlots(lands), [lands, datum, ready])
  useEffect(() => stage.current?.setTints(tints), [tints, datum, ready])
  useEffect(() => stage.current?.setBases(areas, selectedArea), [areas, selectedArea, datum, ready])
  useEffect(() => {
    const base = areas.find(({ areaId }) => areaId === selectedArea)
    stage.current?.setTours(base?.latlng ?? null, tours)
  }, [tours, areas, selectedArea, datum, ready])
  useEffect(() => {
    stage.current?.setBoard(board, text, newest.current.isHidden)
  }, [board, text, datum, ready])
  useEffect(() => stage.current?.setHidden(isHidden), [isHidden, datum, ready])
  useEffect(() => stage.current?.select(selected), [selected, board, datum, ready])
  useEffect(() => stage.current?.pin(pinned?.element ?? null, pinned?.place ?? null), [pinned, datum, ready])
  return stage
}
