import { type FlowDraft, ONLY } from './draft/flowDraft.ts'
import { findStep } from './draft/steps.ts'

/** How many steps back are kept. */
const MOST_STEPS_BACK = 100

/** The editor: what stands in it, what is looked at, and the way back and forth. `tag` names what the newest change was made in. */
export interface Editing {
  readonly draft: FlowDraft
  /** The key of the trigger or step that is looked at, `only`, or null. */
  readonly selected: string | null
  readonly past: readonly FlowDraft[]
  readonly future: readonly FlowDraft[]
  readonly tag: string | null
}
type EditingAct =
  /** `tag`: changes one after another in the same input are one step back. */
  | { readonly act: 'change'; readonly draft: FlowDraft; readonly tag?: string; readonly select?: string | null }
  | { readonly act: 'select'; readonly key: string | null }
  | { readonly act: 'undo' | 'redo' }
  /** Begins anew: another version was read, or it was saved. */
  | { readonly act: 'open'; readonly draft: FlowDraft }

export const beginEditing = (draft: FlowDraft): Editing => ({ draft, selected: null, past: [], future: [], tag: null })

const isNamed = ({ triggers, steps }: FlowDraft, key: string | null) =>
  key === null || key === ONLY || triggers.some((one) => one.key === key) || findStep(steps, key) !== undefined

const showing = (state: Editing, draft: FlowDraft, past: readonly FlowDraft[], future: readonly FlowDraft[]): Editing => ({
  draft,
  past,
  future,
  tag: null,
  selected: isNamed(draft, state.selected) ? state.selected : null,
})

export function editingReducer(state: Editing, given: EditingAct): Editing {
  switch (given.act) {
    case 'change': {
      if (given.draft === state.draft) return state
      const isSame = given.tag !== undefined && given.tag === state.tag
      return {
        draft: given.draft,
        past: isSame ? state.past : [...state.past, state.draft].slice(-MOST_STEPS_BACK),
        future: [],
        tag: given.tag ?? null,
        selected: given.select === undefined ? (isNamed(given.draft, state.selected) ? state.selected : null) : given.select,
      }
    }
    case 'select':
      return { ...state, selected: given.key, tag: null }
    case 'undo': {
      const before = state.past.at(-1)
      return before ? showing(state, before, state.past.slice(0, -1), [state.draft, ...state.future]) : state
    }
    case 'redo': {
      const [next, ...later] = state.future
      return next ? showing(state, next, [...state.past, state.draft], later) : state
    }
    case 'open':
      return { ...beginEditing(given.draft), selected: isNamed(given.draft, state.selected) ? state.selected : null }
  }
}
