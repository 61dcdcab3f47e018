import { type Cause, type Condition, type Leaf, leavesOf, type Seen } from '#contract/watch/condition'
import { itemFace } from '#contract/devices/itemCode'

/** The reading that decided, and the limit that it was held against; where nothing is known, what is not, without a value. */
export interface Evidence {
  readonly code: string | null
  readonly itemId: number | null
  readonly unit: string | null
  readonly value: number | null
  readonly limit: number | null
  readonly direction: 'above' | 'below' | 'none'
  /** When it was measured, ms UTC; where nothing is known, when it last was. */
  readonly at: number | null
}
/** What an item is called by its device. */
export interface ItemFacts {
  readonly code: string
  readonly unit: string | null
}

const codeOf = (leaf: Leaf): string | null => ('code' in leaf ? leaf.code : null)

/**
 * What is shown of an alarm's reason: the first comparison that holds, else the first reading that there is, without a limit; where nothing is
 * known, the first quantity of which it is so. `seen` is in the order of `leavesOf`.
 */
export function evidenceOf(cause: Cause, when: Condition, seen: readonly Seen[], items: ReadonlyMap<number, ItemFacts>): Evidence {
  const parts = leavesOf(when).flatMap((leaf, nth) => {
    const one = seen[nth]
    return one === undefined ? [] : [{ leaf, one }]
  })
  const faceOf = (code: string | null, { itemId, value, at }: Pick<Seen, 'itemId' | 'value' | 'at'>) => {
    const item = itemId === null ? undefined : items.get(itemId)
    const own = item?.code ?? code
    return { code: own, itemId, unit: item ? item.unit : own === null ? null : (itemFace(own)?.unit ?? null), value, at }
  }
  const reading = ({ leaf, one }: (typeof parts)[number]) => faceOf(codeOf(leaf), one)
  if (cause === 'noData') return { ...missingOf(parts, faceOf), value: null, limit: null, direction: 'none' }
  for (const part of parts) {
    const { leaf, one } = part
    if (leaf.kind !== 'compare' || one.verdict !== 'yes') continue
    const limit = leaf.than === null ? leaf.limit : one.than?.value == null ? null : one.than.value + leaf.limit
    return { ...reading(part), limit, direction: limit === null ? 'none' : leaf.is }
  }
  const any = parts.find(({ one }) => one.value !== null)
  if (any) return { ...reading(any), limit: null, direction: 'none' }
  return { ...NOTHING, limit: null, direction: 'none' }
}

const NOTHING = { code: null, itemId: null, unit: null, value: null, at: null }
type Face = Omit<Evidence, 'limit' | 'direction'>

/** The quantity that is not known: of a comparison of two, the one whose last reading is older. */
function missingOf(
  parts: readonly { readonly leaf: Leaf; readonly one: Seen }[],
  faceOf: (code: string | null, of: Pick<Seen, 'itemId' | 'value' | 'at'>) => Face,
): Face {
  const unknown = parts.filter(({ one }) => one.verdict === 'unknown')
  const part = unknown.find(({ leaf }) => codeOf(leaf) !== null) ?? unknown[0]
  if (part === undefined) return NOTHING
  const { leaf, one } = part
  if (leaf.kind === 'compare' && leaf.than !== null && one.than !== null && (one.than.at ?? 0) < (one.at ?? 0))
    return faceOf(leaf.than, one.than)
  return faceOf(codeOf(leaf), one)
}

const LOSSES: readonly Leaf['kind'][] = ['offline', 'silent']
const VALUES: readonly Leaf['kind'][] = ['compare', 'rate']

/** Whether it was raised since its device is silent, or nobody knows, and not by what the device says. */
export function isByLoss(when: Condition, seen: readonly Seen[]): boolean {
  const leaves = leavesOf(when).map(({ kind }, nth) => ({ kind, verdict: seen[nth]?.verdict }))
  const says = (kinds: readonly Leaf['kind'][]) => leaves.some(({ kind, verdict }) => verdict === 'yes' && kinds.includes(kind))
  return says(LOSSES) || (leaves.some(({ verdict }) => verdict === 'unknown') && !says(VALUES))
}
