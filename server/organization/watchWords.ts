import { itemFace } from '#contract/devices/itemCode'
import type { Condition, Leaf } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import { type Language, say } from '../ground/words.ts'

/** What devices and plots are called, by id. */
export interface PlaceNames {
  readonly devices: ReadonlyMap<number, string>
  readonly lands: ReadonlyMap<number, string>
}

const SPANS = [
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const WEEK = 7

const plural = (count: number) => (count === 1 ? 'one' : 'other')
const clockText = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

interface Hours {
  readonly from: number
  readonly to: number
  readonly days: readonly number[]
}

/** Hours of days; `from` and `to` are minutes of a day, days count from Monday, 1. */
export function wordHours({ from, to, days }: Hours, language: Language): string {
  const clock = { from: clockText(from), to: clockText(to) }
  if (days.length === WEEK) return say(language, 'alarms:say.hours', clock)
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const names = days.toSorted((one, other) => one - other).map((day) => format.format(MONDAY + (day - 1) * DAY_MS))
  return say(language, 'alarms:say.hoursOn', { ...clock, days: names.join(say(language, 'alarms:say.comma')) })
}

/**
 * What an alarm rule watches for as lines `label: words`, in the console's own words (alarms.json, src/alarms/describeCondition.ts), for who
 * reads what was changed of it. The trail keeps no nulls: what is missing is null.
 */
export function wordLogic(logic: WatchLogic, { devices, lands }: PlaceNames, language: Language): string[] {
  const words = (key: string, params: Readonly<Record<string, string | number>> = {}) => say(language, `alarms:${key}`, params)
  const comma = words('say.comma')
  const line = (label: string, text: string) => say(language, 'crud:pair', { one: words(label), two: text })
  const item = (code: string) => {
    const key = `devices:item.${code}`
    const word = say(language, key)
    return word === key ? code : word
  }
  const amount = (value: number, code: string) => [String(value), itemFace(code)?.unit ?? ''].join(' ').trim()
  const span = (seconds: number) => {
    const [unit, size] = SPANS.find(([, each]) => seconds >= each && seconds % each === 0) ?? SPANS[2]
    return words(`span.${unit}_${plural(seconds / size)}`, { count: seconds / size })
  }
  const hours = (given: Hours) => wordHours(given, language)

  function leafText(leaf: Leaf): string {
    switch (leaf.kind) {
      case 'compare': {
        const margin = leaf.margin > 0 ? words('say.margin', { margin: amount(leaf.margin, leaf.code) }) : ''
        if (leaf.than == null) return words(`say.${leaf.is}`, { item: item(leaf.code), limit: amount(leaf.limit, leaf.code) }) + margin
        const by = leaf.limit === 0 ? '' : leaf.limit > 0 ? 'Plus' : 'Minus'
        const than = { item: item(leaf.code), than: item(leaf.than), limit: amount(Math.abs(leaf.limit), leaf.code) }
        return words(`say.${leaf.is}Than${by}`, than) + margin
      }
      case 'rate':
        return words(`say.${leaf.is}`, { item: item(leaf.code), by: amount(leaf.by, leaf.code), span: span(leaf.seconds) })
      case 'circuit':
        return leaf.circuit == null ? words(`say.anyCircuit.${leaf.is}`) : words(`say.circuit.${leaf.is}`, { circuit: leaf.circuit })
      case 'offline':
        return words('say.offline')
      case 'silent':
        return words('say.silent', { item: item(leaf.code), span: span(leaf.seconds) })
      case 'hours':
        return hours(leaf)
      case 'sun': {
        if (leaf.shift === 0) return words(`say.sun.${leaf.is}`)
        const count = Math.abs(leaf.shift)
        return words(`say.sun.${leaf.is}${leaf.shift > 0 ? 'Later' : 'Earlier'}_${plural(count)}`, { count })
      }
    }
  }
  const isJoined = (one: Condition) => (one.kind === 'all' || one.kind === 'any') && one.of.length > 1
  function conditionText(one: Condition): string {
    if (one.kind === 'not') return words('say.not', { what: conditionText(one.of) })
    if (one.kind !== 'all' && one.kind !== 'any') return leafText(one)
    const parts = one.of.map((part) => {
      const what = conditionText(part)
      return isJoined(part) && isJoined(one) ? words('say.brackets', { what }) : what
    })
    return parts.join(words(`say.${one.kind}`))
  }
  const held = (one: Condition, seconds: number) => {
    const what = conditionText(one)
    return seconds === 0 ? what : words(isJoined(one) ? 'say.heldAll' : 'say.held', { what, span: span(seconds) })
  }
  const named = (names: ReadonlyMap<number, string>, ids: readonly number[]) =>
    ids.map((id) => names.get(id) ?? say(language, 'organization:audit.unknown', { id })).join(comma)

  const { scope, when, holdSeconds, clear, clearSeconds, noData, during } = logic
  const elsewise = () => [words('rule.clearElse'), ...(clearSeconds === 0 ? [] : [span(clearSeconds)])].join(comma)
  return [
    line('rule.when', held(when, holdSeconds)),
    line('rule.clear', clear == null ? elsewise() : held(clear, clearSeconds)),
    line('rule.noData', words(`rule.noDatas.${noData}`)),
    ...(during == null ? [] : [line('rule.during', hours(during))]),
    ...(scope.types == null ? [] : [line('scope.types', scope.types.map((type) => say(language, `devices:type.${type}`)).join(comma))]),
    ...(scope.deviceIds == null ? [] : [line('scope.devices', named(devices, scope.deviceIds))]),
    ...(scope.landIds == null ? [] : [line('scope.plots', named(lands, scope.landIds))]),
  ]
}
