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
  /** Rejects where the scene cannot be read. */
  readonly shown: Promise<void>
}
interface Early {
  readonly stage: Stage
  /** What holds the stage. */
  readonly element: HTMLElement
  /** Null while it is not known what there is to show. */
  scene: EarlyScene | null
}

let early: Early | null = null
const nextFrame = () => new Promise<void>((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen())))
// Nothing is covered before there is a picture to cover it with.
const OVER_ALL = 'position:fixed;inset:0;z-index:1;visibility:hidden'
const IN_ITS_PLACE = 'position:absolute;inset:0'

/**
 * Shows the first scene of a published tour before the page around it is there: the picture is what one came for. Ends once it is seen, or
 * cannot be, of which it says nothing. A page that is there sooner takes it over as it is, or does without it.
 */
export async function beginEarly(key: string, search: string): Promise<void> {
  const answer = readEarly<Pick<PublishedTour, 'scenes'>>(PUBLIC_TOUR.replace('{key}', key))
  const mine = open()
  if (mine === null) return
  early = mine
  const tour = await answer
  if (early !== mine) return
  const { scenesId, look } = startOf(new URLSearchParams(search))
  const scene = firstSceneOf(tour?.scenes ?? [], scenesId)
  if (scene?.state !== 'ready') return dropEarly()
  const view = viewOf(scene.visualJson)
  const shown = mine.stage.show(scene, view, look ?? view)
  mine.scene = { scenesId: scene.scenesId, stage: mine.stage, shown }
  try {
    await shown
    mine.element.style.visibility = ''
    await nextFrame()
  } catch {
    // Whoever takes it hears of it.
  }
}

/** A stage over the window; null where the browser cannot draw one. */
function open(): Early | null {
  const element = document.createElement('div')
  element.style.cssText = OVER_ALL
  document.body.append(element)
  try {
    const opened = openStage(element, null, { lost: '' })
    const destroy = () => {
      opened.destroy()
      element.remove()
    }
    return { stage: { ...opened, destroy }, element, scene: null }
  } catch {
    element.remove()
    return null
  }
}

/** Gives it, once, to whoever draws this scene into `box`; one of another scene, or that is not known yet, is nobody's. */
export function takeEarly(scenesId: number, box: HTMLElement): EarlyScene | null {
  const taken = early
  if (taken?.scene?.scenesId !== scenesId) {
    dropEarly()
    return null
  }
  early = null
  taken.element.style.cssText = IN_ITS_PLACE
  box.append(taken.element)
  return taken.scene
}

/** What is shown is something else. */
export function dropEarly(): void {
  early?.stage.destroy()
  early = null
}
