import { sql } from 'kysely'
import type { Person } from '#contract/approvals/approval'
import type { ApproverRule } from '#contract/approvals/definition'
import type { Scope } from '../database/scope.ts'
import { lineOf } from './leaders.ts'

/** Everything that decides whom a rule means: the applicant, the document's base, and whom the applicant picked for each node. */
export interface Asked {
  readonly applicantId: number
  readonly areaId: number | null
  readonly picked: Readonly<Record<string, readonly number[]>>
}

/** With the demo off its accounts are nobody (`openStore`). */
export const nobodyOfDemo = sql<boolean>`(not app_user.demo or coalesce(current_setting('furrow.demo', true), 'on') <> 'off')`

/** People who belong to the tenant and may sign in. */
export const membersOf = (scope: Scope) =>
  scope
    .select('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .where('app_user.enabled', '=', true)
    .where(nobodyOfDemo)
    .select(['app_user.id as userId', 'app_user.real_name as realName'])

/** Of these ids the ones that belong to the tenant, in the order given, each once. */
export async function membersAmong(scope: Scope, userIds: readonly number[]): Promise<Person[]> {
  const wanted = [...new Set(userIds)]
  if (wanted.length === 0) return []
  const found = new Map((await membersOf(scope).where('app_user.id', 'in', wanted).execute()).map((one) => [one.userId, one] as const))
  return wanted.flatMap((userId) => found.get(userId) ?? [])
}

/** Roles of a base lend their holders to documents of that base alone. */
const assigned = (scope: Scope, areaId: number | null) =>
  membersOf(scope)
    .innerJoin('role_assignment', (join) =>
      join.onRef('role_assignment.user_id', '=', 'membership.user_id').onRef('role_assignment.tenant_id', '=', 'membership.tenant_id'),
    )
    .where(sql<boolean>`(role_assignment.area_ids is null or ${areaId}::bigint = any(role_assignment.area_ids))`)
    .distinct()
    .orderBy('app_user.id')

/** Who is the tenant's administrator: whoever holds every code in every base, the longest known first. */
export const administratorsOf = (scope: Scope): Promise<Person[]> =>
  assigned(scope, null)
    .innerJoin('role', (join) => join.onRef('role.id', '=', 'role_assignment.role_id').onRef('role.tenant_id', '=', 'membership.tenant_id'))
    .where(sql<boolean>`'*' = any(role.codes)`)
    .execute()

/** The leader of a person, `level` steps up; null where the line ends before, or that leader may not sign in here. */
export async function leaderOf(scope: Scope, userId: number, level: number): Promise<Person | null> {
  const leader = (await lineOf(scope, userId, level))[level - 1]
  return leader ? ((await membersAmong(scope, [leader.userId]))[0] ?? null) : null
}

/** Whom a rule means now, each once. */
export async function peopleOf(scope: Scope, rule: ApproverRule, nodeId: string, asked: Asked): Promise<Person[]> {
  if (rule.by === 'user') return membersAmong(scope, rule.userIds)
  if (rule.by === 'initiator') return membersAmong(scope, Object.hasOwn(asked.picked, nodeId) ? asked.picked[nodeId]! : [])
  if (rule.by === 'role') return assigned(scope, asked.areaId).where('role_assignment.role_id', '=', rule.roleId).execute()
  const leader = await leaderOf(scope, asked.applicantId, rule.level)
  return leader ? [leader] : []
}

/** What a definition says about nodes without people and about applicants who are asked. */
export interface Settings {
  readonly whenNobody: string
  readonly whenApplicant: string
}

/**
 * Who decides at a node: whom the rule means, with the definition's settings applied. An empty answer means that the node passes by
 * itself; null that it has nobody and the tenant no administrator to go to.
 */
export async function approversOf(
  scope: Scope,
  node: { readonly id: string; readonly who: ApproverRule },
  asked: Asked,
  { whenNobody, whenApplicant }: Settings,
): Promise<Person[] | null> {
  const { applicantId } = asked
  const named = await peopleOf(scope, node.who, node.id, asked)
  let people = named
  if (whenApplicant !== 'normal' && named.some(({ userId }) => userId === applicantId)) {
    people = named.filter(({ userId }) => userId !== applicantId)
    // Left out, with nobody else to ask: the applicant's own word was all that the node wanted.
    if (whenApplicant === 'pass' && people.length === 0) return []
    if (whenApplicant === 'leader') {
      const leader = await leaderOf(scope, applicantId, 1)
      if (leader && !people.some(({ userId }) => userId === leader.userId)) people = [...people, leader]
    }
  }
  if (people.length > 0) return people
  if (whenNobody === 'pass') return []
  const administrators = await administratorsOf(scope)
  const chosen = administrators.find(({ userId }) => userId !== applicantId) ?? administrators[0]
  if (chosen?.userId === applicantId && whenApplicant === 'pass') return []
  return chosen ? [chosen] : null
}
