import { ordinalOf, quantityOf } from '#contract/devices/itemCode'
import { faceOf } from '#contract/devices/switch'
import { type SwitchKind } from '#contract/devices/switchKind'
import { type Language, say } from '../ground/words.ts'

/** What an item is called: the name that a person gave it, else the words for its code, else the code itself. */
export function itemName(language: Language, item: { code: string; name: string | null }): string {
  return item.name ?? wordsOf(language, item.code)
}

function wordsOf(language: Language, code: string): string {
  const key = `devices:item.${code}`
  const said = say(language, key)
  if (said !== key) return said
  // A second of its kind, or a layer that has no words of its own.
  const quantity = quantityOf(code)
  return quantity == null || quantity === code ? code : `${say(language, `devices:item.${quantity}`)} ${ordinalOf(code)}`
}

/** What a person called an item; null where they left the words that the product has for it, in whichever language they read them. */
export function givenName(code: string, name: string | null): string | null {
  const given = name?.trim() ?? ''
  return given === '' || (['zh-CN', 'en-US'] as const).some((language) => wordsOf(language, code) === given) ? null : given
}

/** What a switch is called: the name that a person gave it, else by its circuit. */
export const switchName = (language: Language, one: { circuit: number; name: string | null }): string =>
  one.name ?? say(language, 'devices:switch.defaultName', { circuit: one.circuit })

export const pumpName = (language: Language, pump: { circuit: number; name: string | null }): string =>
  pump.name ?? say(language, 'devices:aerator.pump', { node: pump.circuit })

/** What a status of a switch of this kind is called; empty before the device has said anything. */
export const statusName = (language: Language, kind: SwitchKind, name: string, status: number | null): string =>
  status == null ? '' : say(language, `devices:status.${faceOf(kind, name)}.${status}`)

export const kindName = (language: Language, kind: SwitchKind): string => say(language, `devices:switchKind.${kind}`)

/** SWITCH-03: a switch whose name says roller blind, in either language, is one. */
export function saysRollerBlind(name: string | null): boolean {
  const given = (name ?? '').toLowerCase()
  return (['zh-CN', 'en-US'] as const).some((language) => given.includes(kindName(language, 'blind').toLowerCase()))
}
