import type { AnyDocument } from '#contract/core/document'
import { type Registry, titlesOf } from '../crud/records.ts'
import { besideField } from '../crud/rules.ts'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import type { Asking } from '../http/handler.ts'
import { referencesOf } from './documentRows.ts'

type Values = Readonly<Record<string, unknown>>

/** The base is one in which the caller holds the code of this call; every reference points at a record that the caller sees. */
export async function checkReferences(
  scope: Scope,
  asking: Asking,
  { of, registry }: { readonly of: AnyDocument; readonly registry: Registry },
  { lines, ...header }: Values & { readonly areaId: number; readonly lines: readonly Values[] },
): Promise<void> {
  const found = await scope.select('area').select('area.id').where('area.id', '=', header.areaId).executeTakeFirst()
  if (!found) throw new CallFailure('error.document.areaUnknown')
  const unknown = (field: string) => besideField(asking, 'error.record.unknown', field, 'unknown')
  for (const { name, rules: target } of referencesOf(of.header, registry)) {
    const id = (header as Values)[name] as number | null
    if (id != null && (await titlesOf(scope, target, [id])).size === 0) throw unknown(name)
  }
  for (const { name, rules: target } of referencesOf(of.line, registry)) {
    const ids = new Set(lines.map((line) => line[name] as number | null).filter((id) => id != null))
    const known = await titlesOf(scope, target, [...ids])
    const at = lines.findIndex((line) => line[name] != null && !known.has(line[name] as number))
    if (at >= 0) throw unknown(`lines.${at}.${name}`)
  }
}
