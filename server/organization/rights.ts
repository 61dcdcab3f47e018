import { sql, type Transaction } from 'kysely'
import type { PermissionCode } from '#contract/core/call'
import { grants } from '#contract/session/permissions'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { administratorsOf } from '../ground/documents/people.ts'
import { CallFailure } from '../ground/failure.ts'
import { decide, type HeldRole } from '../ground/http/decide.ts'

/** Whoever changes rights of a tenant waits for whoever does so now: what is checked then is what stands. */
export const lockRights = (raw: Transaction<Database>, tenantId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('furrow.rights', ${tenantId}))`.execute(raw)

/** The roles of a person as they stand in this transaction: what the gate remembers may be a moment older. */
async function heldBy(scope: Scope, userId: number): Promise<HeldRole[]> {
  const rows = await scope
    .select('role_assignment')
    .innerJoin('role', (join) =>
      join.onRef('role.id', '=', 'role_assignment.role_id').onRef('role.tenant_id', '=', 'role_assignment.tenant_id'),
    )
    .select(['role.id', 'role.codes', 'role_assignment.area_ids'])
    .where('role_assignment.user_id', '=', userId)
    .execute()
  return rows.map(({ id, codes, area_ids: areas }) => ({ roleId: id, codes, areas }))
}

/** Codes of a list that others of it lend already. */
const plain = (codes: readonly string[]) =>
  codes.filter((code) => !codes.some((other) => other !== code && grants([other], code as PermissionCode)))

export interface Giving {
  readonly codes: readonly string[]
  /** Null: in every base, those to come as well. */
  readonly areas: readonly number[] | null
}

/** Nobody gives, changes or takes away what they do not have themselves, there and whole: a pattern asks for one at least as wide. */
export async function mustHold(scope: Scope, userId: number, givings: readonly Giving[]): Promise<void> {
  const roles = await heldBy(scope, userId)
  for (const { codes, areas } of givings) {
    for (const code of plain(codes)) {
      const own = decide({ enabled: true, roles }, [code as PermissionCode])
      const within = own.areas == null || (areas != null && areas.every((area) => own.areas!.includes(area)))
      if (!own.allowed || !within) throw new CallFailure('error.role.beyond')
    }
  }
}

/** Runs a change of rights; refuses it where it would take the last person away who holds everything everywhere. */
export async function keepingAdministrator<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  const before = await administratorsOf(scope)
  const answer = await work()
  if (before.length > 0 && (await administratorsOf(scope)).length === 0) throw new CallFailure('error.role.lastAdministrator')
  return answer
}
