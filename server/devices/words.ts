import type { SwitchKind } from '#contract/devices/switch'
import type { Language } from '../http/handler.ts'
import { say } from '../words.ts'

/** What an item is called: the name that a person gave it, else the words for its code, else the code itself. */
export function itemName(language: Language, item: { code: string; name: string | null }): string {
  if (item.name != null) return item.name
  const key = `devices:item.${item.code}`
  const said = say(language, key)
  return said === key ? item.code : said
}

/** What a switch is called: the name that a person gave it, else by its circuit. */
export const switchName = (language: Language, one: { circuit: number; name: string | null }): string =>
  one.name ?? say(language, 'devices:switch.defaultName', { circuit: one.circuit })

export const pumpName = (language: Language, pump: { circuit: number; name: string | null }): string =>
  pump.name ?? say(language, 'devices:aerator.pump', { node: pump.circuit })

/** What a status of a switch of this kind is called; empty before the device has said anything. */
export const statusName = (language: Language, kind: SwitchKind, status: number | null): string =>
  status == null ? '' : say(language, `devices:status.${kind}.${status}`)

export const kindName = (language: Language, kind: SwitchKind): string => say(language, `devices:switchKind.${kind}`)

/** SWITCH-03: a switch whose name says roller blind, in either language, is one. */
export function saysRollerBlind(name: string | null): boolean {
  const given = (name ?? '').toLowerCase()
  return (['zh-CN', 'en-US'] as const).some((language) => given.includes(kindName(language, 'blind').toLowerCase()))
}
