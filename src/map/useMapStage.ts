import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Area } from '#contract/farm/area'
import type { Land } from '#contract/farm/land'
import type { MarkerState } from './describeDevice.ts'
import type { DeviceBoard } from './deviceBoard.ts'
import type { MapColors } from './mapColors.ts'
import type { MapSource } from './mapSources.ts'
import { MapStage, type Picked, type Place } from './mapStage.ts'
import type { MapView } from './mapView.ts'

export interface StageWish {
  /** Null until the theme's colours are known where the map stands. */
  readonly colors: MapColors | null
  readonly source: MapSource
  /** Where the map opens, and comes back to when its tab is shown again. Null: not made yet. */
  readonly view: MapView | null
  readonly areas: readonly Area[]
  readonly selectedArea: number | null
  readonly lands: readonly Land[]
  readonly board: DeviceBoard
  /** Must keep its identity while it answers the same. */
  readonly isHidden: (at: number) => boolean
  readonly text: (state: MarkerState, at: number) => string
  /** The chosen device's place on the board, -1 for none. */
  readonly selected: number
  /** What hangs above a place of the map. */
  readonly pinned: { readonly element: HTMLElement | null; readonly place: Place } | null
  readonly onView: (view: MapView) => void
  readonly onPick: (picked: Picked) => void
  readonly onSourceFailed: (source: MapSource) => void
}

/**
 * Drives Leaflet in `host`: the map is made and removed in one effect, so a tab that is hidden (its effects undone) and shown again gets a
 * new map at the view that its state kept. The ref holds the stage while there is one.
 */
export function useMapStage(host: RefObject<HTMLElement | null>, wish: StageWish): RefObject<MapStage | null> {
  const stage = useRef<MapStage | null>(null)
  const newest = useRef(wish)
  useLayoutEffect(() => {
    newest.current = wish
  })
  const { source, colors, lands, areas, selectedArea, board, isHidden, text, selected, pinned } = wish
  const ready = wish.view != null && colors != null

  useEffect(() => {
    const element = host.current
    const { view, colors: first } = newest.current
    if (!element || !ready || !view || !first) return
    const made = new MapStage(element, {
      source,
      view,
      colors: first,
      listeners: {
        onView: (moved) => newest.current.onView(moved),
        onPick: (picked) => newest.current.onPick(picked),
        onSourceFailed: (failed) => newest.current.onSourceFailed(failed),
      },
    })
    stage.current = made
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      stage.current = null
      made.remove()
    }
  }, [host, source, ready])

  // The effects below run again whenever the map is made anew: `source` and `ready` stand in each list for that reason.
  useEffect(() => {
    if (colors) stage.current?.setColors(colors)
  }, [colors, source, ready])
  useEffect(() => stage.current?.setPlots(lands), [lands, source, ready])
  useEffect(() => stage.current?.setBases(areas, selectedArea), [areas, selectedArea, source, ready])
  useEffect(() => {
    stage.current?.setBoard(board, text, newest.current.isHidden)
  }, [board, text, source, ready])
  useEffect(() => stage.current?.setHidden(isHidden), [isHidden, source, ready])
  useEffect(() => stage.current?.select(selected), [selected, board, source, ready])
  useEffect(() => stage.current?.pin(pinned?.element ?? null, pinned?.place ?? null), [pinned, source, ready])
  return stage
}
