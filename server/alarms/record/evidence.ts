import { type Condition, type Leaf, leavesOf, type Seen } from '#contract/watch/condition'
import { itemFace } from '#contract/devices/itemCode'

/** The reading that decided, and the limit that it was held against. */
export interface Evidence {
  readonly code: string | null
  readonly itemId: number | null
  readonly unit: string | null
  readonly value: number | null
  readonly limit: number | null
  readonly direction: 'above' | 'below' | 'none'
}
/** What an item is called by its device. */
export interface ItemFacts {
  readonly code: string
  readonly unit: string | null
}

const codeOf = (leaf: Leaf): string | null => ('code' in leaf ? leaf.code : null)

/**
 * What is shown of an alarm's reason: the first comparison that holds, else the first reading that there is, without a limit. `seen` is in
 * the order of `leavesOf`.
 */
export function evidenceOf(when: Condition, seen: readonly Seen[], items: ReadonlyMap<number, ItemFacts>): Evidence {
  const parts = leavesOf(when).flatMap((leaf, nth) => {
    const one = seen[nth]
    return one === undefined ? [] : [{ leaf, one }]
  })
  const reading = ({ leaf, one }: (typeof parts)[number]) => {
    const item = one.itemId === null ? undefined : items.get(one.itemId)
    const code = item?.code ?? codeOf(leaf)
    return { code, itemId: one.itemId, unit: item ? item.unit : code === null ? null : (itemFace(code)?.unit ?? null), value: one.value }
  }
  for (const part of parts) {
    const { leaf, one } = part
    if (leaf.kind !== 'compare' || one.verdict !== 'yes') continue
    const limit = leaf.than === null ? leaf.limit : one.than?.value == null ? null : one.than.value + leaf.limit
    return { ...reading(part), limit, direction: limit === null ? 'none' : leaf.is }
  }
  const any = parts.find(({ one }) => one.value !== null)
  if (any) return { ...reading(any), limit: null, direction: 'none' }
  return { code: null, itemId: null, unit: null, value: null, limit: null, direction: 'none' }
}

const LOSSES: readonly Leaf['kind'][] = ['offline', 'silent']
const VALUES: readonly Leaf['kind'][] = ['compare', 'rate']

/** Whether it was raised since its device is silent, or nobody knows, and not by what the device says. */
export function isByLoss(when: Condition, seen: readonly Seen[]): boolean {
  const leaves = leavesOf(when).map(({ kind }, nth) => ({ kind, verdict: seen[nth]?.verdict }))
  const says = (kinds: readonly Leaf['kind'][]) => leaves.some(({ kind, verdict }) => verdict === 'yes' && kinds.includes(kind))
  return says(LOSSES) || (leaves.some(({ verdict }) => verdict === 'unknown') && !says(VALUES))
}
