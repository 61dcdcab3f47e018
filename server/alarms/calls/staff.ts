import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type AlarmStaff, type AlarmStaffBody, MOST_STAFF } from '#contract/alarms/staff'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase } from '../../ground/database/asked.ts'
import { containing } from '../../ground/database/containing.ts'
import { answerPage, readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { besideField, faultyField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { lockAlarms } from '../events.ts'
import { pushKeysOf } from '../people/send/pushKeys.ts'
import { createSender, type Sender } from '../people/send/sender.ts'
import { attemptsOf } from './attempts.ts'
import { areasOf, faultOf, readStaff, staffColumns, toStaff, withNames, writeChannels } from './staffRows.ts'
import { sendTest } from './testMessage.ts'

/** Who is told of alarms, and by which channels. */
export function alarmStaffHandlers(
  context: Pick<Context, 'clock' | 'config' | 'live' | 'log' | 'serviceDb'>,
  sender: Sender = createSender({ ...context, pushKeys: pushKeysOf(context.serviceDb) }),
): Handlers<CallGroups['alarmStaff']> {
  const { clock, config, live } = context

  const answer = async (scope: Scope, asking: Asking, id: number): Promise<AlarmStaff> =>
    (await toStaff(scope, [await readStaff(scope, id)], asking.grant.timeZone, clock()))[0]!

  /** What a form says, judged; answers the columns of the row. */
  async function judged(scope: Scope, { language }: Asking, body: AlarmStaffBody) {
    for (const areaId of new Set(body.areaIds)) await mustSeeBase(scope, areaId)
    const { userId } = body
    const name = userId === null ? body.name.trim() : await nameOfMember(scope, userId)
    if (name === null) throw faultyField(language, 'userId', 'choice')
    if (name === '') throw faultyField(language, 'name', 'required')
    const fault = faultOf(body.channels, userId, config.alarms.allow)
    if (fault !== null) throw besideField(language, `channels.${fault.at}`, fault.code)
    return { user_id: userId, name, language: body.language, shifts: JSON.stringify(body.shifts), enabled_flag: body.enabledFlag }
  }

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        if (!scope.sees(query.areaId)) return answerPage<AlarmStaff>([], query)
        let rows = scope
          .select('alarm_staff')
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('alarm_staff_area')
                .select('alarm_staff_area.area_id')
                .whereRef('alarm_staff_area.staff_id', '=', 'alarm_staff.id')
                .where('alarm_staff_area.area_id', '=', query.areaId),
            ),
          )
        const shown = sql<string>`coalesce((select real_name from app_user u join membership m on m.user_id = u.id
          and m.tenant_id = ${scope.tenantId} where u.id = alarm_staff.user_id), alarm_staff.name)`
        if (query.name?.trim()) rows = rows.where(sql<boolean>`${shown} ~ ${containing(query.name)}`)
        const page = await readPage(query, rows, (all) => all.select(staffColumns).orderBy(shown).orderBy('alarm_staff.id'))
        const content = await toStaff(scope, await withNames(scope, page.content), asking.grant.timeZone, clock())
        return { ...page, content }
      }),

    get: ({ params }, asking) => asking.inTenant((scope) => answer(scope, asking, params.id)),

    async add({ body }, asking) {
      const made = await asking.inTenant(async (scope) => {
        await lockAlarms(scope.raw, scope.tenantId)
        const facts = await judged(scope, asking, body)
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from alarm_staff where tenant_id = ${scope.tenantId}`.execute(
          scope.raw,
        )
        if (rows[0]!.n >= MOST_STAFF) throw new CallFailure('error.alarm.mostStaff', { most: MOST_STAFF })
        const { id } = await scope.insert('alarm_staff', [facts]).returning('alarm_staff.id').executeTakeFirstOrThrow()
        await standIn(scope, id, body.areaIds)
        await writeChannels(scope, id, body.channels)
        return answer(scope, asking, id)
      })
      live.changed(asking.grant.tenantId, 'alarmStaff', made.id, null)
      return made
    },

    async edit({ params, body: { objectVersionNumber, ...body } }, asking) {
      const changed = await asking.inTenant(async (scope) => {
        await lockAlarms(scope.raw, scope.tenantId)
        await readStaff(scope, params.id)
        const facts = await judged(scope, asking, body)
        const row = await scope
          .update('alarm_staff')
          .set({ ...facts, object_version_number: sql<number>`object_version_number + 1` })
          .where('alarm_staff.id', '=', params.id)
          .where('alarm_staff.object_version_number', '=', objectVersionNumber)
          .returning('alarm_staff.id')
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        const before = (await areasOf(scope, [row.id])).get(row.id) ?? []
        await leave(
          scope,
          row.id,
          before.filter((areaId) => scope.sees(areaId) && !body.areaIds.includes(areaId)),
        )
        await standIn(scope, row.id, body.areaIds)
        await writeChannels(scope, row.id, body.channels)
        return answer(scope, asking, row.id)
      })
      live.changed(asking.grant.tenantId, 'alarmStaff', params.id, null)
      return changed
    },

    async remove({ params }, asking) {
      await asking.inTenant(async (scope) => {
        await lockAlarms(scope.raw, scope.tenantId)
        await readStaff(scope, params.id)
        const bases = (await areasOf(scope, [params.id])).get(params.id) ?? []
        await leave(scope, params.id, bases.filter(scope.sees))
        // Whoever stands in bases of others stays there.
        if (bases.every(scope.sees))
          await sql`delete from alarm_staff where tenant_id = ${scope.tenantId} and id = ${params.id}`.execute(scope.raw)
      })
      live.changed(asking.grant.tenantId, 'alarmStaff', params.id, null)
      return 1
    },

    test: ({ params, body }, asking) => sendTest({ ...context, sender }, asking, params.id, body.channelId),

    choices: (_input, asking) =>
      asking.inTenant(async ({ raw, tenantId }) => {
        const { rows } = await sql<{ id: number; name: string; browsers: number }>`select u.id, u.real_name as name,
            (select count(*)::int from alarm_browser b where b.tenant_id = ${tenantId} and b.user_id = u.id and b.ends_at > ${clock()}) as browsers
          from app_user u join membership m on m.user_id = u.id and m.tenant_id = ${tenantId} where u.enabled order by u.real_name, u.id`.execute(
          raw,
        )
        return { users: rows, notConfigured: [...sender.notConfigured] }
      }),

    attempts: ({ query }, asking) => asking.inTenant((scope) => attemptsOf(scope, query)),
  }
}

/** What an account of the tenant is called; null where it is none. */
async function nameOfMember({ raw, tenantId }: Scope, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select u.real_name as name from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and m.user_id = ${userId}`.execute(raw)
  return rows[0]?.name ?? null
}

async function standIn({ raw, tenantId }: Scope, staffId: number, areaIds: readonly number[]): Promise<void> {
  await sql`insert into alarm_staff_area (tenant_id, staff_id, area_id)
    select ${tenantId}::bigint, ${staffId}::bigint, area_id from unnest(${[...new Set(areaIds)]}::bigint[]) as a (area_id)
    on conflict do nothing`.execute(raw)
}

/** Takes somebody out of bases; fails with error.alarm.staffInSteps while one of these calls on them. */
async function leave({ raw, tenantId }: Scope, staffId: number, areaIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select a.area_name as name from alarm_duty d join area a on a.id = d.area_id
    where d.tenant_id = ${tenantId} and d.area_id = any(${[...areaIds]}::bigint[])
      and d.steps @> ${JSON.stringify([{ staffIds: [staffId] }])}::jsonb limit 1`.execute(raw)
  if (rows[0]) throw new CallFailure('error.alarm.staffInSteps', { area: rows[0].name })
  await sql`delete from alarm_staff_area where tenant_id = ${tenantId} and staff_id = ${staffId}
    and area_id = any(${[...areaIds]}::bigint[])`.execute(raw)
}
