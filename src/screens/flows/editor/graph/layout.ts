import { type FlowDraft, ONLY, type StepDraft } from '../draft/flowDraft.ts'
import { blocksIn, type Slot } from '../draft/steps.ts'

/** In pixels of the graph at its own size. */
const WIDTH = 220
const HEIGHT = 76
const GAP = 64
const PLUS = 28
const COLUMN_GAP = 28
const FAN = 48
const LABEL = { width: 130, height: 22, top: 18 }
const JOIN = 10
const PAD = 20
const END = { width: 120, height: 32 }

type Face =
  | { readonly kind: 'trigger'; readonly key: string }
  | { readonly kind: 'hand' | 'addTrigger' | 'begin' | 'end' }
  | { readonly kind: 'only' }
  | { readonly kind: 'step'; readonly step: StepDraft }
  | { readonly kind: 'plus'; readonly slot: Slot }
  /** Above a branch: what it is done for. */
  | { readonly kind: 'label'; readonly step: StepDraft; readonly block: number }
  | { readonly kind: 'join' | 'frame'; readonly step: StepDraft }
/** A node with its upper left corner; a frame lies behind what stands in it. */
export interface Placed {
  readonly id: string
  readonly face: Face
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface Line {
  readonly id: string
  readonly source: string
  readonly target: string
  /** Where a line between two columns turns: below its source, or above its target. */
  readonly bend: 'out' | 'in' | null
}
export interface Layout {
  readonly nodes: readonly Placed[]
  readonly lines: readonly Line[]
}

interface Size {
  readonly width: number
  readonly height: number
}
const sizeOfBlock = (block: readonly StepDraft[]): Size => {
  const sizes = block.map(sizeOfStep)
  return {
    width: Math.max(WIDTH, ...sizes.map(({ width }) => width)),
    height: (block.length + 1) * GAP + sizes.reduce((sum, { height }) => sum + height, 0),
  }
}
function sizeOfStep(step: StepDraft): Size {
  const blocks = blocksIn(step).map(sizeOfBlock)
  if (blocks.length === 0) return { width: WIDTH, height: HEIGHT }
  const width = blocks.reduce((sum, block) => sum + block.width, 0) + COLUMN_GAP * (blocks.length - 1)
  const height = Math.max(...blocks.map((block) => block.height))
  return step.kind === 'repeat'
    ? { width: width + PAD * 2, height: PAD + HEIGHT + height + JOIN + PAD }
    : { width, height: HEIGHT + FAN + height + FAN / 2 + JOIN }
}

/**
 * Where each part of a flow stands: triggers in a row, what must be so, then the steps downward. Branches stand side by side and join
 * again; what is repeated stands in a frame. The middle is x = 0. Nodes come in the order in which they are read.
 */
export function layout({ triggers, steps }: Pick<FlowDraft, 'triggers' | 'steps'>): Layout {
  const nodes: Placed[] = []
  const lines: Line[] = []
  /** Places a node by the middle of its upper edge. */
  const place = (id: string, face: Face, middle: number, y: number, { width, height }: Size = { width: WIDTH, height: HEIGHT }) => {
    nodes.push({ id, face, x: middle - width / 2, y, width, height })
    return id
  }
  const join = (source: string, target: string, bend: Line['bend'] = null) => {
    lines.push({ id: `${source}>${target}`, source, target, bend })
  }

  function placeStep(step: StepDraft, middle: number, top: number, from: string): string {
    const blocks = blocksIn(step)
    if (blocks.length === 0) {
      join(from, place(step.key, { kind: 'step', step }, middle, top))
      return step.key
    }
    const size = sizeOfStep(step)
    if (step.kind === 'repeat') {
      place(`frame:${step.key}`, { kind: 'frame', step }, middle, top, size)
      join(from, place(step.key, { kind: 'step', step }, middle, top + PAD))
      const last = placeBlock(step.steps, { parent: step.key, block: 0 }, middle, top + PAD + HEIGHT, step.key)
      const end = place(`join:${step.key}`, { kind: 'join', step }, middle, top + size.height - PAD - JOIN, { width: JOIN, height: JOIN })
      join(last, end)
      return end
    }
    join(from, place(step.key, { kind: 'step', step }, middle, top))
    let left = middle - size.width / 2
    const lasts = blocks.map((block, nth) => {
      const { width } = sizeOfBlock(block)
      const column = left + width / 2
      left += width + COLUMN_GAP
      const label = place(`label:${step.key}:${nth}`, { kind: 'label', step, block: nth }, column, top + HEIGHT + LABEL.top, LABEL)
      join(step.key, label, 'out')
      return placeBlock(block, { parent: step.key, block: nth }, column, top + HEIGHT + FAN, label)
    })
    const end = place(`join:${step.key}`, { kind: 'join', step }, middle, top + size.height - JOIN, { width: JOIN, height: JOIN })
    for (const last of lasts) join(last, end, 'in')
    return end
  }
  /** Answers its last node, which is where something can be added at its end. */
  function placeBlock(
    block: readonly StepDraft[],
    slot: Pick<Slot, 'parent' | 'block'>,
    middle: number,
    top: number,
    from: string,
  ): string {
    let y = top
    let before = from
    const plus = (at: number) => {
      const id = `plus:${slot.parent ?? ''}:${slot.block}:${at}`
      join(before, place(id, { kind: 'plus', slot: { ...slot, at } }, middle, y + (GAP - PLUS) / 2, { width: PLUS, height: PLUS }))
      before = id
      y += GAP
    }
    for (const [at, step] of block.entries()) {
      plus(at)
      before = placeStep(step, middle, y, before)
      y += sizeOfStep(step).height
    }
    plus(block.length)
    return before
  }

  const starts = Math.max(1, triggers.length)
  const row = starts * WIDTH + (starts - 1) * COLUMN_GAP
  const columnOf = (nth: number) => -row / 2 + WIDTH / 2 + nth * (WIDTH + COLUMN_GAP)
  const roots =
    triggers.length === 0
      ? [place('hand', { kind: 'hand' }, 0, 0)]
      : triggers.map(({ key }, nth) => place(key, { kind: 'trigger', key }, columnOf(nth), 0))
  place('addTrigger', { kind: 'addTrigger' }, row / 2 + COLUMN_GAP + PLUS / 2, (HEIGHT - PLUS) / 2, { width: PLUS, height: PLUS })
  const begin = place('begin', { kind: 'begin' }, 0, HEIGHT + FAN / 2, { width: JOIN, height: JOIN })
  for (const root of roots) join(root, begin, 'in')
  const head = HEIGHT + FAN + JOIN
  join(begin, place(ONLY, { kind: 'only' }, 0, head))
  const last = placeBlock(steps, { parent: null, block: 0 }, 0, head + HEIGHT, ONLY)
  join(last, place('end', { kind: 'end' }, 0, head + HEIGHT + sizeOfBlock(steps).height, END))
  return { nodes, lines }
}
