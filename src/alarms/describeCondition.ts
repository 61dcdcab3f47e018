import type { TFunction } from 'i18next'
import { itemFace } from '#contract/devices/itemCode'
import type { Condition, Leaf } from '#contract/watch/condition'
import { formatValue } from '#src/charts/formatValue.ts'
import { dayAfter, dayWords } from '#src/time/moment.ts'

/** What it takes to put a condition into words: of the product, of an item by its code, and how the reader writes numbers. */
export interface AlarmWords {
  readonly t: TFunction
  readonly item: (code: string) => string
  readonly language: string
}

const DIGITS = 3
const SPANS = [
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const
const TWO = 2
/** A Monday. */
const MONDAY = '2024-01-01'
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** An amount of an item with its unit. */
export function amountText(value: number, code: string | null, { language }: Pick<AlarmWords, 'language'>): string {
  const unit = code === null ? null : itemFace(code)?.unit
  return unit == null ? formatValue(value, language, DIGITS) : `${formatValue(value, language, DIGITS)} ${unit}`
}

/** A length of time in the largest unit that it is a whole number of. */
export function spanText(seconds: number, { t }: Pick<AlarmWords, 't'>): string {
  const [unit, size] = SPANS.find(([, each]) => seconds >= each && seconds % each === 0) ?? SPANS[2]
  return t(`alarms:span.${unit}`, { count: seconds / size })
}

/** `HH:mm` of a minute of the day; the end of the day is 24:00. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(TWO, '0')}:${String(minute % 60).padStart(TWO, '0')}`

/** The short name of a day of the week, 1 Monday to 7 Sunday. */
export const weekdayText = (day: number, language: string): string => dayWords(dayAfter(MONDAY, day - 1), language, { weekday: 'short' })

/** A time of day on some days of the week. */
export function hoursText({ from, to, days }: { from: number; to: number; days: readonly number[] }, { t, language }: AlarmWords): string {
  const clock = { from: clockText(from), to: clockText(to) }
  if (days.length === WEEKDAYS.length) return t('alarms:say.hours', clock)
  const names = days.toSorted((one, other) => one - other).map((day) => weekdayText(day, language))
  return t('alarms:say.hoursOn', { ...clock, days: names.join(t('alarms:say.comma')) })
}

/** One leaf of a condition as a part of a sentence. */
export function describeLeaf(leaf: Leaf, words: AlarmWords): string {
  const { t, item } = words
  switch (leaf.kind) {
    case 'compare': {
      const said = { item: item(leaf.code), limit: amountText(Math.abs(leaf.limit), leaf.code, words) }
      const margin = leaf.margin > 0 ? t('alarms:say.margin', { margin: amountText(leaf.margin, leaf.code, words) }) : ''
      if (leaf.than === null) return t(`alarms:say.${leaf.is}`, { ...said, limit: amountText(leaf.limit, leaf.code, words) }) + margin
      const than = { ...said, than: item(leaf.than) }
      const by = leaf.limit === 0 ? '' : leaf.limit > 0 ? 'Plus' : 'Minus'
      return t(`alarms:say.${leaf.is}Than${by}`, than) + margin
    }
    case 'rate':
      return t(`alarms:say.${leaf.is}`, {
        item: item(leaf.code),
        by: amountText(leaf.by, leaf.code, words),
        span: spanText(leaf.seconds, words),
      })
    case 'circuit':
      return leaf.circuit === null ? t(`alarms:say.anyCircuit.${leaf.is}`) : t(`alarms:say.circuit.${leaf.is}`, { circuit: leaf.circuit })
    case 'offline':
      return t('alarms:say.offline')
    case 'silent':
      return t('alarms:say.silent', { item: item(leaf.code), span: spanText(leaf.seconds, words) })
    case 'hours':
      return hoursText(leaf, words)
    case 'sun':
      return leaf.shift === 0
        ? t(`alarms:say.sun.${leaf.is}`)
        : t(`alarms:say.sun.${leaf.is}${leaf.shift > 0 ? 'Later' : 'Earlier'}`, { count: Math.abs(leaf.shift) })
  }
}

/** A condition whose leaves are already words, or are still to be. */
export type Tree<Leaf> =
  | Leaf
  | { readonly kind: 'all' | 'any'; readonly of: readonly Tree<Leaf>[] }
  | { readonly kind: 'not'; readonly of: Tree<Leaf> }

const isJoined = <Part extends { readonly kind: string }>(one: Tree<Part>): one is { kind: 'all' | 'any'; of: readonly Tree<Part>[] } =>
  (one.kind === 'all' || one.kind === 'any') && (one as { of: readonly unknown[] }).of.length > 1

/** A tree of leaves as a sentence: what stands inside another group stands in brackets. */
export function describeTree<Part extends { readonly kind: string }>(
  tree: Tree<Part>,
  describe: (leaf: Part) => string,
  { t }: Pick<AlarmWords, 't'>,
): string {
  if (tree.kind === 'not') return t('alarms:say.not', { what: describeTree((tree as { of: Tree<Part> }).of, describe, { t }) })
  if (tree.kind !== 'all' && tree.kind !== 'any') return describe(tree as Part)
  const parts = (tree as { of: readonly Tree<Part>[] }).of.map((part) => {
    const said = describeTree(part, describe, { t })
    return isJoined(part) && isJoined(tree) ? t('alarms:say.brackets', { what: said }) : said
  })
  return parts.join(t(tree.kind === 'all' ? 'alarms:say.all' : 'alarms:say.any'))
}

/** A condition as a sentence. */
export const describeCondition = (condition: Condition, words: AlarmWords): string =>
  describeTree<Leaf>(condition, (leaf) => describeLeaf(leaf, words), words)

/** What is so, with how long it must have been. */
export function heldText(what: string, joined: boolean, holdSeconds: number, words: AlarmWords): string {
  if (holdSeconds === 0) return what
  return words.t(joined ? 'alarms:say.heldAll' : 'alarms:say.held', { what, span: spanText(holdSeconds, words) })
}

/** A condition with how long it must have been so. */
export const describeHeld = (condition: Condition, holdSeconds: number, words: AlarmWords): string =>
  heldText(describeCondition(condition, words), isJoined<Leaf>(condition), holdSeconds, words)
