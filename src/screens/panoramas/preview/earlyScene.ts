import { PUBLIC_TOUR } from '#contract/panoramas/cube'
import { viewOf } from '#contract/panoramas/sceneView'
import type { PublishedTour } from '#contract/panoramas/published'
import { readEarly } from '#src/api/early.ts'
import { openStage, type Stage } from '../viewer/stage.ts'
import { firstSceneOf, startOf } from './startOf.ts'

/** A scene that is being shown already, over the whole window. */
export interface EarlyScene {
  readonly scenesId: number
  readonly stage: Stage
  /** What holds the stage. */
  readonly element: HTMLElement
  /** Rejects where the scene cannot be read. */
  readonly shown: Promise<void>
}

let early: EarlyScene | null = null
const nextFrame = () => new Promise<void>((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen())))
const OVER_ALL = 'position:fixed;inset:0;z-index:1'
const IN_ITS_PLACE = 'position:absolute;inset:0'

/**
 * Shows the first scene of a published tour before the page around it is there: the picture is what one came for. Ends once it is seen, or
 * cannot be, of which it says nothing.
 */
export async function beginEarly(key: string, search: string): Promise<void> {
  const answer = readEarly<Pick<PublishedTour, 'scenes'>>(PUBLIC_TOUR.replace('{key}', key))
  const element = document.createElement('div')
  element.style.cssText = OVER_ALL
  document.body.append(element)
  let stage: Stage | null = null
  try {
    stage = openStage(element, null, { lost: '' })
    const tour = await answer
    const { scenesId, look } = startOf(new URLSearchParams(search))
    const scene = firstSceneOf(tour?.scenes ?? [], scenesId)
    if (scene?.state !== 'ready') throw new Error('There is nothing to show yet')
    const view = viewOf(scene.visualJson)
    const shown = stage.show(scene, view, look ?? view)
    early = { scenesId: scene.scenesId, stage, element, shown }
    // Whoever takes it hears of it where it fails.
    await shown.then(nextFrame, () => undefined)
  } catch {
    stage?.destroy()
    element.remove()
  }
}

/** Gives it, once, to whoever draws this scene into `box`; one of another scene is nobody's. */
export function takeEarly(scenesId: number, box: HTMLElement): EarlyScene | null {
  const taken = early
  if (taken?.scenesId !== scenesId) {
    dropEarly()
    return null
  }
  early = null
  taken.element.style.cssText = IN_ITS_PLACE
  box.append(taken.element)
  return taken
}

/** What is shown is something else. */
export function dropEarly(): void {
  early?.stage.destroy()
  early?.element.remove()
  early = null
}
