import type { SwitchKind } from '#contract/devices/switch'
import english from '#locales/en-US/devices' with { type: 'json' }
import chinese from '#locales/zh-CN/devices' with { type: 'json' }
import type { Language } from '../http/handler.ts'

const words = { 'zh-CN': chinese, 'en-US': english } as const satisfies Record<Language, unknown>

const fill = (phrase: string, values: Record<string, string | number>) =>
  phrase.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** What an item is called: the name that a person gave it, else the words for its code, else the code itself. */
export function itemName(language: Language, item: { code: string; name: string | null }): string {
  const known = words[language].item as Record<string, string>
  return item.name ?? (Object.hasOwn(known, item.code) ? known[item.code]! : item.code)
}

/** What a switch is called: the name that a person gave it, else by its circuit. */
export function switchName(language: Language, one: { circuit: number; name: string | null }): string {
  return one.name ?? fill(words[language].switch.defaultName, { circuit: one.circuit })
}

export function pumpName(language: Language, pump: { circuit: number; name: string | null }): string {
  return pump.name ?? fill(words[language].aerator.pump, { node: pump.circuit })
}

/** What a status of a switch of this kind is called; empty before the device has said anything. */
export function statusName(language: Language, kind: SwitchKind, status: number | null): string {
  return status == null ? '' : ((words[language].status[kind] as Record<string, string>)[String(status)] ?? String(status))
}

export const kindName = (language: Language, kind: SwitchKind): string => words[language].switchKind[kind]

/** SWITCH-03: a switch whose name says roller blind, in either language, is one. */
export function saysRollerBlind(name: string | null): boolean {
  const given = (name ?? '').toLowerCase()
  return Object.values(words).some(({ switchKind }) => given.includes(switchKind.blind.toLowerCase()))
}
