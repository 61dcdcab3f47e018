import { MAX_HOTSPOTS } from '#contract/panoramas/hotspot'
import { withFirstLook, withViewValue } from '#contract/panoramas/view'
import type { EditorContext } from './editorContext.ts'
import type { EditorEvent } from './editorEvents.ts'
import { change, redo, undo } from './history.ts'
import { defaultHotspot, draftFaults, draftOf, freeName, hotspotOf } from './hotspotDraft.ts'
import type { Work } from './work.ts'

/** The hotspot that is worked on, written into its scene; or what is wrong with it. */
export function confirmed({ history }: EditorContext): Partial<EditorContext> {
  const { now } = history
  const { draft, scene } = now
  if (draft === null || scene === null) return {}
  const hotspot = hotspotOf(draft)
  if (hotspot === null) return { faults: draftFaults(draft) }
  const hotspots = draft.isNew ? [...scene.hotspots, hotspot] : scene.hotspots.map((one) => (one.name === hotspot.name ? hotspot : one))
  return { faults: {}, history: change(history, { ...now, draft: null, scene: { ...scene, hotspots } }) }
}

/** The hotspot that is to be removed, out of its scene. */
export function withoutHotspot({ history, removing }: EditorContext): Partial<EditorContext> {
  const { now } = history
  if (removing?.what !== 'hotspot' || now.scene === null) return { removing: null }
  const hotspots = now.scene.hotspots.filter(({ name }) => name !== removing.name)
  return { removing: null, history: change(history, { ...now, scene: { ...now.scene, hotspots } }) }
}

/** What an act on what stands in the editor makes of it. */
export function worked(context: EditorContext, event: EditorEvent): Partial<EditorContext> {
  const { history } = context
  const { now } = history
  const { scene, draft } = now
  const to = (next: Partial<Work>, tag: string | null = null) => ({ history: change(history, { ...now, ...next }, tag) })
  switch (event.type) {
    case 'edit.undo':
      return { history: undo(history), faults: {} }
    case 'edit.redo':
      return { history: redo(history), faults: {} }
    case 'tour.type':
      return to({ tour: { ...now.tour, ...event.facts } }, `tour ${Object.keys(event.facts).join(' ')}`)
    case 'scene.type':
      return scene === null ? {} : to({ scene: { ...scene, ...event.facts } }, `scene ${Object.keys(event.facts).join(' ')}`)
    case 'view.set': {
      const view = scene && withViewValue(scene.view, event.key, event.value)
      return scene === null || view === null ? {} : to({ scene: { ...scene, view } }, `view ${event.key}`)
    }
    case 'view.look':
      return scene === null ? {} : to({ scene: { ...scene, view: withFirstLook(scene.view, event.look) } })
    case 'hotspot.add':
      if (scene === null || scene.hotspots.length >= MAX_HOTSPOTS) return {}
      return { ...to({ draft: defaultHotspot(freeName(scene.hotspots.map(({ name }) => name)), event.at) }), faults: {} }
    case 'hotspot.open': {
      const found = scene?.hotspots.find(({ name }) => name === event.name)
      return found ? { ...to({ draft: draftOf(found) }), faults: {} } : {}
    }
    case 'hotspot.type':
      return draft === null
        ? {}
        : { ...to({ draft: { ...draft, ...event.draft } }, `draft ${Object.keys(event.draft).join(' ')}`), faults: {} }
    case 'hotspot.cancel':
      return { ...to({ draft: null }), faults: {} }
    case 'hotspot.move': {
      const { name, ath, atv } = event
      if (draft !== null) return draft.name === name ? to({ draft: { ...draft, ath, atv } }, `move ${name}`) : {}
      if (!scene?.hotspots.some((one) => one.name === name)) return {}
      return to(
        { scene: { ...scene, hotspots: scene.hotspots.map((one) => (one.name === name ? { ...one, ath, atv } : one)) } },
        `move ${name}`,
      )
    }
    default:
      return {}
  }
}
