import { sql } from 'kysely'
import { type ApproverRule, type Definition, type definitionCalls, everyNode, type FormCode } from '#contract/approvals/definition'
import type { Context } from '../ground/contents.ts'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { type DefinitionRow, newestDefinition } from '../ground/approvals/definition.ts'
import { nameLeader, oneChange } from '../ground/approvals/leaders.ts'
import { membersAmong } from '../ground/approvals/people.ts'
import { trialOf } from './trial.ts'

/** The rules of a flow name only users and roles of the tenant. */
async function checkRules(scope: Scope, rules: readonly ApproverRule[]): Promise<void> {
  const users = [...new Set(rules.flatMap((rule) => (rule.by === 'user' ? rule.userIds : [])))]
  const roles = [...new Set(rules.flatMap((rule) => (rule.by === 'role' ? [rule.roleId] : [])))]
  const known = roles.length === 0 ? [] : await scope.select('role').select('role.id').where('role.id', 'in', roles).execute()
  if (known.length < roles.length || (await membersAmong(scope, users)).length < users.length)
    throw new CallFailure('error.approval.userUnknown')
}

const rows = (scope: Scope) => scope.select('approval_definition').leftJoin('app_user', 'app_user.id', 'approval_definition.author_id')

const isCurrent = sql<boolean>`not exists (select from approval_definition newer where newer.tenant_id = approval_definition.tenant_id
  and newer.form_code = approval_definition.form_code and newer.version > approval_definition.version)`

const running = sql<number>`(select count(*)::int from approval_instance one where one.tenant_id = approval_definition.tenant_id
  and one.definition_id = approval_definition.id and one.state = 'PENDING')`

const pick = (query: ReturnType<typeof rows>) =>
  query.selectAll('approval_definition').select(['app_user.real_name as author', isCurrent.as('is_current'), running.as('running')])

const describe = (row: DefinitionRow & { author: string | null; is_current: boolean; running: number }) =>
  ({
    id: row.id,
    version: row.version,
    formCode: row.form_code as FormCode,
    name: row.name,
    nodes: row.nodes,
    whenNobody: row.when_nobody as Definition['whenNobody'],
    whenApplicant: row.when_applicant as Definition['whenApplicant'],
    isCurrent: row.is_current,
    running: row.running,
    createdAt: row.created_at,
    author: row.author,
  }) satisfies Definition

async function get(scope: Scope, id: number): Promise<Definition> {
  const row = await pick(rows(scope)).where('approval_definition.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return describe(row)
}

/** Members with the leaders who were named for them, by name. */
const leaderLines = (scope: Scope) =>
  scope
    .select('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .leftJoin('leader_line', (join) =>
      join.onRef('leader_line.user_id', '=', 'membership.user_id').onRef('leader_line.tenant_id', '=', 'membership.tenant_id'),
    )
    .leftJoin('app_user as leader', 'leader.id', 'leader_line.leader_id')
const pickLeader = (query: ReturnType<typeof leaderLines>) =>
  query.select(['app_user.id as userId', 'app_user.real_name as realName', 'leader.id as leaderId', 'leader.real_name as leaderName'])

/** Flows and lines of leadership, for whoever holds the company's codes. */
export function definitionHandlers({
  clock,
  live,
  approvals,
}: Pick<Context, 'clock' | 'live' | 'approvals'>): Handlers<typeof definitionCalls> {
  return {
    page: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        let found = rows(scope)
        if (query.formCode) found = found.where('approval_definition.form_code', '=', query.formCode)
        if (query.all === 0) found = found.where(isCurrent)
        const page = await readPage(query, found, (all) =>
          pick(all as ReturnType<typeof rows>)
            .orderBy('approval_definition.form_code')
            .orderBy('approval_definition.version', 'desc'),
        )
        return { ...page, content: page.content.map(describe) }
      }),

    get: ({ params }, { inTenant }) => inTenant((scope) => get(scope, params.id)),

    trial: ({ params, query }, { inTenant }) =>
      inTenant(async (scope) => trialOf(scope, approvals.forms, await get(scope, params.id), query)),

    save: ({ body }, { inTenant, caller }) =>
      inTenant(async (scope) => {
        await checkRules(
          scope,
          everyNode(body.nodes).flatMap((node) => (node.kind === 'CONDITION' ? [] : [node.who])),
        )
        const before = await newestDefinition(scope, body.formCode)
        if ((before?.version ?? 0) !== body.basedOn) throw new CallFailure('error.version.stale')
        const made = await scope
          .insert('approval_definition', [
            {
              form_code: body.formCode,
              version: body.basedOn + 1,
              name: body.name,
              nodes: JSON.stringify(body.nodes),
              when_nobody: body.whenNobody,
              when_applicant: body.whenApplicant,
              author_id: caller.userId,
              created_at: clock(),
            },
          ])
          .onConflict((conflict) => conflict.columns(['tenant_id', 'form_code', 'version']).doNothing())
          .returning('id')
          .executeTakeFirst()
        // Someone else saved the same next version a moment ago.
        if (!made) throw new CallFailure('error.version.stale')
        return get(scope, made.id)
      }),

    roles: (_, { inTenant }) =>
      inTenant((scope) => scope.select('role').select(['role.id as roleId', 'role.name as roleName']).orderBy('role.name').execute()),

    leaders: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        let found = leaderLines(scope)
        if (query.search?.trim()) found = found.where('app_user.real_name', '~', containing(query.search))
        return readPage(query, found, (all) => pickLeader(all as ReturnType<typeof leaderLines>).orderBy('app_user.id'))
      }),

    async setLeader({ body: { userId, leaderId } }, { inTenant, grant }) {
      const line = await inTenant(async (scope) => {
        const wanted = leaderId == null ? [userId] : [userId, leaderId]
        if (leaderId === userId) throw new CallFailure('error.approval.leaderLoop')
        if ((await membersAmong(scope, wanted)).length < wanted.length) throw new CallFailure('error.approval.userUnknown')
        await oneChange(scope)
        await nameLeader(scope, userId, leaderId)
        return pickLeader(leaderLines(scope)).where('app_user.id', '=', userId).executeTakeFirstOrThrow()
      })
      live.changed(grant.tenantId, 'orgUnit', null, null)
      return line
    },
  }
}
