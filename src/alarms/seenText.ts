import { itemFace } from '#contract/devices/itemCode'
import type { Leaf, Seen } from '#contract/watch/condition'
import { readingText } from '#src/devices/itemName.ts'
import { amountText, type AlarmWords, spanText } from './describeCondition.ts'

const MINUTE = 60
const HOUR = 3600
/** In hours only from so many on: 90 minutes are no hour. */
const FULL_HOURS = 2

/** How old what was seen was at a moment (both ms UTC), in the largest unit that is full. */
export function seenAge(at: number, then: number, words: Pick<AlarmWords, 't'>): string {
  const seconds = Math.max(0, Math.round((then - at) / 1000))
  const unit = seconds < MINUTE ? 1 : seconds < FULL_HOURS * HOUR ? MINUTE : HOUR
  return spanText(Math.floor(seconds / unit) * unit, words)
}

const valueText = (value: number, code: string, words: AlarmWords) => {
  const unit = itemFace(code)?.unit
  const said = readingText(value, code, words.language)
  return unit == null ? said : `${said} ${unit}`
}

/**
 * The value that a leaf saw, in words, and that it was too old where nobody could judge by it; empty where the leaf looks at none. `leaf`
 * undefined: nobody knows which it was.
 */
export function seenText(leaf: Leaf | undefined, seen: Seen, words: AlarmWords): string {
  const said = valuesText(leaf, seen, words)
  if (seen.verdict !== 'unknown') return said
  if (said !== '') return words.t('alarms:seen.old', { what: said })
  return leaf !== undefined && 'code' in leaf
    ? words.t('alarms:seen.missing', { item: words.item(leaf.code) })
    : words.t('alarms:verdict.unknown')
}

function valuesText(leaf: Leaf | undefined, { value, than }: Seen, words: AlarmWords): string {
  const { t, item } = words
  if (value === null) return ''
  if (leaf === undefined) return amountText(value, null, words)
  switch (leaf.kind) {
    case 'compare': {
      const said = { item: item(leaf.code), value: valueText(value, leaf.code, words) }
      if (leaf.than === null || than?.value == null) return t('alarms:seen.value', said)
      return t('alarms:seen.pair', { ...said, than: item(leaf.than), other: valueText(than.value, leaf.than, words) })
    }
    case 'rate': {
      const said = { item: item(leaf.code), value: valueText(value, leaf.code, words) }
      return than?.value == null
        ? t('alarms:seen.value', said)
        : t('alarms:seen.from', { ...said, other: valueText(than.value, leaf.code, words) })
    }
    case 'silent':
      return t('alarms:seen.value', { item: item(leaf.code), value: valueText(value, leaf.code, words) })
    case 'circuit':
      return t(value > 0 ? 'alarms:seen.on' : 'alarms:seen.off')
    default:
      return ''
  }
}
