import { type KeyboardEvent, useReducer } from 'react'
import type { StepKind, TriggerKind } from '#contract/flows/definition'
import { blankStep, blankTrigger } from './draft/blank.ts'
import { type ChecksDraft, type FlowDraft, ONLY, type StepDraft, type TriggerDraft } from './draft/flowDraft.ts'
import { copyStep, findStep, insertStep, moveStep, putStep, refusalOf, type Slot } from './draft/steps.ts'
import { beginEditing, editingReducer } from './editing.ts'

/** What the graph, the outline and the panel work with. Without `canEdit` nothing is changed. */
export type Editor = ReturnType<typeof useEditor>

const MOVES: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowUp: -1, ArrowDown: 1 }

/** Names the inputs of a node that were changed. */
const tagOf = <One extends { readonly key: string }>(before: One | undefined, next: One): string => {
  const changed = Object.keys(next).filter((field) => before?.[field as keyof One] !== next[field as keyof One])
  return [next.key, ...changed].join(' ')
}

/** The acts on a draft, over the pure machine of `editing.ts`. */
export function useEditor(begun: FlowDraft, canEdit: boolean) {
  const [state, dispatch] = useReducer(editingReducer, begun, beginEditing)
  const { draft } = state
  const change = (next: Partial<FlowDraft>, tag?: string, select?: string | null) =>
    canEdit &&
    dispatch({
      act: 'change',
      draft: { ...draft, ...next },
      ...(tag === undefined ? {} : { tag }),
      ...(select === undefined ? {} : { select }),
    })
  const steps = (next: FlowDraft['steps'], tag?: string, select?: string | null) =>
    next !== draft.steps && change({ steps: next }, tag, select)
  const acts = {
    state,
    draft,
    selected: state.selected,
    canEdit,
    change,
    select: (key: string | null) => dispatch({ act: 'select', key }),
    open: (next: FlowDraft) => dispatch({ act: 'open', draft: next }),
    undo: () => canEdit && dispatch({ act: 'undo' }),
    redo: () => canEdit && dispatch({ act: 'redo' }),
    addTrigger(kind: TriggerKind) {
      const trigger = blankTrigger(kind)
      change({ triggers: [...draft.triggers, trigger] }, undefined, trigger.key)
    },
    putTrigger: (next: TriggerDraft) =>
      change(
        { triggers: draft.triggers.map((one) => (one.key === next.key ? next : one)) },
        tagOf(
          draft.triggers.find((one) => one.key === next.key),
          next,
        ),
      ),
    putOnly: (only: ChecksDraft | null) => change({ only }, `put ${ONLY}`),
    addStep(slot: Slot, kind: StepKind) {
      const step = blankStep(kind)
      steps(insertStep(draft.steps, slot, step), undefined, step.key)
    },
    putStep: (next: StepDraft) => steps(putStep(draft.steps, next.key, next), tagOf(findStep(draft.steps, next.key)?.step, next)),
    /** Takes a trigger, a step with what stands in it, or what must be so at the start out of the flow. */
    remove(key: string) {
      if (key === ONLY) change({ only: null })
      else if (draft.triggers.some((one) => one.key === key)) change({ triggers: draft.triggers.filter((one) => one.key !== key) })
      else steps(putStep(draft.steps, key, null))
    },
    move(key: string, by: -1 | 1) {
      const at = draft.triggers.findIndex((one) => one.key === key)
      const to = at + by
      if (at < 0) steps(moveStep(draft.steps, key, by))
      else if (to >= 0 && to < draft.triggers.length)
        change({ triggers: draft.triggers.toSpliced(at, 1).toSpliced(to, 0, draft.triggers[at]!) })
    },
    /** A step once more, behind itself; nothing where it may not stand there. */
    duplicate(key: string) {
      const found = findStep(draft.steps, key)
      if (!found) return
      const slot = { ...found.slot, at: found.slot.at + 1 }
      if (refusalOf(draft.steps, slot, found.step) !== null) return
      const copy = copyStep(found.step)
      steps(insertStep(draft.steps, slot, copy), undefined, copy.key)
    },
    /** Alt and an arrow key move, Delete takes away, Ctrl+D copies a node, Escape leaves it. Answers whether it was one of these. */
    onKey(event: KeyboardEvent, key: string): boolean {
      const by = event.altKey ? MOVES[event.key] : undefined
      const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd'
      const isNode = key === ONLY || draft.triggers.some((one) => one.key === key) || findStep(draft.steps, key) !== undefined
      if (event.key === 'Escape') acts.select(null)
      else if (!isNode || !canEdit) return false
      else if (by !== undefined) acts.move(key, by)
      else if (event.key === 'Delete') acts.remove(key)
      else if (isCopy) acts.duplicate(key)
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
  return acts
}
