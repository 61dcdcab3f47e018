import type { SwitchKind } from '#contract/devices/switchKind'
import { pumpName, switchName } from '../devices/words.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Language } from '../ground/words.ts'

/** What circuits are called that nobody named, by id, for those that are still there. */
export async function namesOfSwitches(
  scope: Scope,
  language: Language,
  ids: readonly number[],
): Promise<(id: number, kept: string) => string> {
  const rows =
    ids.length === 0
      ? []
      : await scope
          .select('switch')
          .select(['switch.id', 'switch.name', 'switch.circuit', 'switch.kind'])
          .where('switch.id', 'in', [...new Set(ids)])
          .execute()
  const names = new Map(rows.map((row) => [row.id, ((row.kind as SwitchKind) === 'aerator' ? pumpName : switchName)(language, row)]))
  // As it was called then, where it had a name.
  return (id, kept) => (kept === '' ? (names.get(id) ?? '') : kept)
}
