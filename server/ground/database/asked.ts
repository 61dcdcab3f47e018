import { notFound } from '../failure.ts'
import type { Scope } from './scope.ts'

/** The base, where the caller may see it; else fails with error.notFound. */
export async function mustSeeBase(scope: Scope, areaId: number): Promise<void> {
  const found = await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()
  if (!found) throw notFound()
}

/** What a user is called. */
export async function nameOf(scope: Scope, userId: number): Promise<string> {
  const row = await scope.raw.selectFrom('app_user').select('real_name').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.real_name
}
