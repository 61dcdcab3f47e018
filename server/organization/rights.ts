import { sql, type Transaction } from 'kysely'
import type { PermissionCode } from '#contract/core/call'
import { grants } from '#contract/session/permissions'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { administratorsOf } from '../ground/approvals/people.ts'
import { CallFailure } from '../ground/failure.ts'
import { decide, type HeldRole } from '../ground/http/decide.ts'
import { givenRoles } from './assignments.ts'

/** Whoever changes rights of a tenant waits for whoever does so now: what is checked then is what stands. */
export const lockRights = (raw: Transaction<Database>, tenantId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('furrow.rights', ${tenantId}))`.execute(raw)

/** The roles of a person as they stand in this transaction: what the gate remembers may be a moment older. */
async function heldBy(scope: Scope, userId: number): Promise<(HeldRole & { readonly units: readonly number[] })[]> {
  const rows = await givenRoles(scope)
    .select(['role.id', 'role.codes', 'role_assignment.area_ids'])
    .select(
      sql<number[]>`array(with recursive below (id) as (select unnest(role_assignment.unit_ids) union
        select unit.id from below join org_unit unit on unit.tenant_id = role_assignment.tenant_id and unit.parent_id = below.id)
        select id from below)`.as('units'),
    )
    .where('role_assignment.user_id', '=', userId)
    .execute()
  return rows.map(({ id, codes, area_ids: areas, units }) => ({ roleId: id, codes, areas, units }))
}

/** Codes of a list that others of it lend already. */
const plain = (codes: readonly string[]) =>
  codes.filter((code) => !codes.some((other) => other !== code && grants([other], code as PermissionCode)))

export interface Giving {
  readonly codes: readonly string[]
  /** Null: in every base, those to come as well. */
  readonly areas: readonly number[] | null
  /** Companies, with the bases that will stand below them: given by who has it for all of these, or everywhere. */
  readonly units?: readonly number[] | null
}

/** Nobody gives, changes or takes away what they do not have themselves, there and whole: a pattern asks for one at least as wide. */
export async function mustHold(scope: Scope, userId: number, givings: readonly Giving[]): Promise<void> {
  mustLend(await heldBy(scope, userId), givings)
}

function mustLend(roles: Awaited<ReturnType<typeof heldBy>>, givings: readonly Giving[]): void {
  for (const { codes, areas, units } of givings) {
    for (const code of plain(codes)) {
      const own = decide({ enabled: true, roles }, [code as PermissionCode])
      const within = own.areas == null || (areas != null && areas.every((area) => own.areas!.includes(area)))
      const lending = roles.filter(({ roleId }) => own.by.some((by) => by.roleId === roleId))
      const below = own.areas == null || (units ?? []).every((unit) => lending.some((role) => role.units.includes(unit)))
      if (!own.allowed || !within || !below) throw new CallFailure('error.role.beyond')
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

/** Runs a change of the tree; refuses it where it would have a role reach, or leave, bases in which the caller does not hold it. */
export async function keepingReach<T>(scope: Scope, userId: number, work: () => Promise<T>): Promise<T> {
  await lockRights(scope.raw, scope.tenantId)
  const read = () =>
    scope
      .select('role_assignment')
      .innerJoin('role', 'role.id', 'role_assignment.role_id')
      .select(['role_assignment.user_id as userId', 'role_assignment.role_id as roleId', 'role.codes', 'role_assignment.area_ids as areas'])
      .where('role_assignment.unit_ids', 'is not', null)
      .execute()
  const before = new Map((await read()).map(({ userId: whose, roleId, areas }) => [`${whose} ${roleId}`, areas ?? []]))
  // What the caller has by the change itself does not count.
  const own = await heldBy(scope, userId)
  const answer = await work()
  const givings = (await read()).flatMap(({ userId: whose, roleId, codes, areas }) => {
    const [were, are] = [before.get(`${whose} ${roleId}`) ?? [], areas ?? []]
    const moved = [...were.filter((one) => !are.includes(one)), ...are.filter((one) => !were.includes(one))]
    return moved.length === 0 ? [] : [{ codes, areas: moved }]
  })
  mustLend(own, givings)
  return answer
}
