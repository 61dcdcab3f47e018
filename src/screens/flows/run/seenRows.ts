import type { Checks } from '#contract/flows/definition'
import type { Judged } from '#contract/flows/run'
import { type Leaf, leavesOf, type Seen } from '#contract/watch/condition'
import { describeLeaf } from '#src/alarms/describeCondition.ts'
import { placeText } from '#src/flows/describeChecks.ts'
import type { FlowWords } from '#src/flows/flowWords.ts'
import type { SeenRow } from '#src/watch/SeenTable.tsx'

/** What was seen of a part of a condition, at the device that is named. */
export function seenRow(where: string | null, leaf: Leaf | undefined, seen: Seen, words: FlowWords): SeenRow {
  const what = leaf === undefined ? '' : describeLeaf(leaf, words)
  const asked = where === null || what === '' ? (where ?? (what || words.t('crud:none'))) : words.t('flows:say.at', { where, what })
  return { asked, leaf, seen }
}

/** What checks saw, a row for each part of their conditions. */
export const seenRows = (judged: readonly Judged[], asked: Checks | null, words: FlowWords): SeenRow[] =>
  judged.flatMap((one, nth) => {
    const check = asked?.of[nth]
    const leaves = check === undefined ? [] : leavesOf(check.when)
    const where = one.deviceName === null ? null : placeText(one.deviceName, one.ordinal ?? check?.ordinal ?? null, words)
    return one.seen.map((seen, at) => seenRow(where, leaves[at], seen, words))
  })
