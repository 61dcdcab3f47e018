import { type RawBuilder, sql } from 'kysely'
import type { Held, HeldKind } from '#contract/organization/handOver'
import type { Scope } from '../../ground/database/scope.ts'

/** One thing that waits for somebody, with the base that it is of; null of what is the enterprise's. */
export interface Holding extends Held {
  readonly areaId: number | null
}

/** The newest version of each flow. */
export const newestFlow = sql`not exists (select from approval_definition newer where newer.tenant_id = d.tenant_id
  and newer.form_code = d.form_code and newer.version > d.version)`
/** Tasks that are still to be done, and the first of a repetition that goes on: the later ones are made with its people. */
export const openTask = sql`(t.task_state in ('unassigned', 'notStarted', 'ongoing') or (t.repeat_rule is not null and t.repeat_ended_at is null))`

const queries: Readonly<Record<HeldKind, (tenant: number, user: number) => RawBuilder<unknown>>> = {
  approval: (tenant, user) => sql`select a.id, i.document_code as title, null::bigint as area from approval_task a
    join approval_instance i on i.id = a.instance_id and i.tenant_id = a.tenant_id
    where a.tenant_id = ${tenant} and a.assignee_id = ${user} and a.state in ('PENDING', 'WAITING') and i.state = 'PENDING'`,
  flow: (tenant, user) => sql`select d.id, d.name, null::bigint from approval_definition d where d.tenant_id = ${tenant} and ${newestFlow}
    and jsonb_path_exists(d.nodes, '$.**.userIds[*] ? (@ == $user)', jsonb_build_object('user', ${user}::bigint))`,
  unit: (tenant, user) => sql`select u.id, n.name, null::bigint from org_unit u join org_unit_named n on n.id = u.id
    where u.tenant_id = ${tenant} and u.leader_id = ${user}`,
  line: (tenant, user) => sql`select l.user_id, coalesce(m.real_name, p.real_name, ''), null::bigint from leader_line l
    left join app_user m on m.id = l.user_id left join past_member p on p.tenant_id = l.tenant_id and p.user_id = l.user_id
    where l.tenant_id = ${tenant} and l.leader_id = ${user}`,
  task: (tenant, user) => sql`select t.id, t.task_no || ' ' || t.task_name, t.area_id from task t
    where t.tenant_id = ${tenant} and ${openTask} and exists (select from worker w where w.tenant_id = t.tenant_id and w.user_id = ${user}
      and (w.id = t.leader_id or t.participants @> to_jsonb(w.id)))`,
  inquiry: (
    tenant,
    user,
  ) => sql`select i.id, i.title, i.area_id from inquiry i join inquiry_expert e on e.inquiry_id = i.id and e.user_id = ${user}
    where i.tenant_id = ${tenant} and i.state <> 'closed'`,
  alarm: (tenant, user) => sql`select a.id, a.device_name || ' ' || a.rule_name, a.area_id from alarm a
    where a.tenant_id = ${tenant} and a.assignee_id = ${user} and (a.cleared_at is null or a.acknowledged_at is null)`,
  duty: (tenant, user) => sql`select d.id, area.area_name, d.area_id from alarm_duty d join area on area.id = d.area_id
    where d.tenant_id = ${tenant} and exists (select from alarm_staff s, jsonb_path_query(d.steps, '$[*].staffIds[*]') named
      where s.tenant_id = d.tenant_id and s.user_id = ${user} and named = to_jsonb(s.id))`,
}

/** What waits for a person in a tenant, by kind and name. */
export async function holdingsOf({ raw, tenantId }: Scope, userId: number): Promise<Holding[]> {
  const found: Holding[] = []
  for (const kind of Object.keys(queries) as HeldKind[]) {
    const { rows } = await sql<{ id: number; title: string; area: number | null }>`
      select id, title, area as area from (${queries[kind](tenantId, userId)}) as held (id, title, area) order by title, id`.execute(raw)
    found.push(...rows.map(({ id, title, area }) => ({ kind, id, title, areaId: area })))
  }
  return found
}
