import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { Alarm, AlarmEvent, BaseAlarms, ClearedBy } from '#contract/alarms/alarm'
import { ALARMS_HANDLE, ALARMS_READ } from '#contract/alarms/permission'
import { severityRank } from '#contract/alarms/severity'
import { mustSeeBase, nameOf } from '../../ground/database/asked.ts'
import { containing } from '../../ground/database/containing.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Context } from '../../ground/contents.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import { announcerOf } from '../announcer.ts'
import { lockAlarms, writeEvents } from '../events.ts'
import { faceColumns, facesOf, toFace } from '../faces.ts'
import { holdersOf } from '../../ground/messages/holders.ts'
import { type Told, toldColumns, wordsOfAssignment } from '../people/words.ts'
import { clockOf } from '../../devices/deviceRows.ts'
import { reportOf } from './report.ts'

const MINUTE_MS = 60_000

/** One alarm that the caller may see, with all that became of it; else fails with error.notFound. */
async function alarmOf(scope: Scope, id: number): Promise<Alarm> {
  const row = await scope
    .select('alarm')
    .leftJoin('app_user as assignee', 'assignee.id', 'alarm.assignee_id')
    .select(faceColumns)
    .leftJoin('device', 'device.id', 'alarm.device_id')
    .select(clockOf.as('clock'))
    .select(['assignee.real_name as assignee', 'alarm.advice', 'alarm.reason', 'alarm.cleared_by', 'alarm.cleared_seen'])
    .where('alarm.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const events = await scope
    .select('alarm_event')
    .select(['id', 'at', 'what', 'by_name as by', 'words as text', 'until_at as until'])
    .where('alarm_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ...toFace(row),
    advice: row.advice,
    clock: row.clock,
    reason: row.reason,
    cleared: row.cleared_by === null ? null : { by: row.cleared_by as ClearedBy, seen: row.cleared_seen ?? [] },
    events: events.map(({ what, ...event }) => ({ ...event, what: what as AlarmEvent['what'] })),
  }
}

/** How the bases stand whose alarms the caller may see, each with the worst that waits for somebody, else the worst; without open alarms it has no line. */
async function basesOf(scope: Scope, now: number): Promise<BaseAlarms[]> {
  const countOver = (where: 'cleared_at' | 'acknowledged_at') =>
    sql<number>`(count(*) filter (where ${sql.ref(`alarm.${where}`)} is null) over (partition by alarm.area_id))::int`
  const rows = await scope
    .select('alarm')
    .where(sql<boolean>`(alarm.cleared_at is null or alarm.acknowledged_at is null)`)
    .where(sql<boolean>`coalesce(alarm.shelved_until, 0) <= ${now} and alarm.quiet is null`)
    .innerJoin('area', 'area.id', 'alarm.area_id')
    .leftJoin('app_user as assignee', 'assignee.id', 'alarm.assignee_id')
    .distinctOn('alarm.area_id')
    .select(faceColumns)
    .select(['assignee.real_name as assignee', 'area.area_name'])
    .select([countOver('cleared_at').as('active'), countOver('acknowledged_at').as('unacknowledged')])
    .orderBy('alarm.area_id')
    .orderBy(sql`alarm.acknowledged_at is not null`)
    .orderBy('alarm.rank')
    .orderBy(sql`alarm.cleared_at is not null`)
    .orderBy('alarm.cause')
    .orderBy('alarm.raised_at')
    .orderBy('alarm.id')
    .execute()
  return rows
    .map(({ area_name: areaName, active, unacknowledged, ...face }) => ({
      areaId: face.area_id,
      areaName,
      active,
      unacknowledged,
      worst: toFace(face),
    }))
    .toSorted(
      (one, other) =>
        Number(one.unacknowledged === 0) - Number(other.unacknowledged === 0) ||
        severityRank(one.worst.severity) - severityRank(other.worst.severity) ||
        other.unacknowledged - one.unacknowledged ||
        one.areaId - other.areaId,
    )
}

/** Fails with error.notFound where the caller may not see one of these. */
async function mustSee(scope: Scope, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const found = await scope
    .select('alarm')
    .select('alarm.id')
    .where(sql<boolean>`alarm.id = any(${wanted}::bigint[])`)
    .execute()
  if (found.length < wanted.length) throw notFound()
  return wanted
}

/** What people do with alarms. */
export function alarmHandlers({ clock, live }: Pick<Context, 'clock' | 'live'>): Handlers<CallGroups['alarm']> {
  const announcer = announcerOf(live)
  /** Acts on alarms that the caller may see, one writer at a time, and tells of those that `act` answers. */
  async function acting<T>(
    asking: Asking,
    act: (scope: Scope, now: number) => Promise<{ changed: readonly number[]; answer: T }>,
  ): Promise<T> {
    const now = clock()
    const { answer, faces } = await asking.inTenant(async (scope) => {
      await lockAlarms(scope.raw, scope.tenantId)
      const done = await act(scope, now)
      return { answer: done.answer, faces: await facesOf(scope.raw, scope.tenantId, done.changed) }
    })
    announcer.say(asking.grant.tenantId, faces, now)
    return answer
  }

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const now = clock()
        let rows = scope.select('alarm').where('alarm.area_id', '=', query.areaId)
        const isShelved = sql<boolean>`coalesce(alarm.shelved_until, 0) > ${now}`
        if (query.standing === 'open')
          rows = rows.where(sql<boolean>`(alarm.cleared_at is null or alarm.acknowledged_at is null) and not ${isShelved}`)
        if (query.standing === 'active') rows = rows.where('alarm.cleared_at', 'is', null)
        if (query.standing === 'unacknowledged') rows = rows.where('alarm.acknowledged_at', 'is', null)
        if (query.standing === 'shelved') rows = rows.where(isShelved)
        if (query.severity) rows = rows.where('alarm.severity', '=', query.severity)
        if (query.deviceId != null) rows = rows.where('alarm.device_id', '=', query.deviceId)
        if (query.ruleId != null) rows = rows.where('alarm.rule_id', '=', query.ruleId)
        if (query.landId != null) rows = rows.where('alarm.land_id', '=', query.landId)
        if (query.assigneeId != null) rows = rows.where('alarm.assignee_id', '=', query.assigneeId)
        if (query.startTime != null) rows = rows.where('alarm.raised_at', '>=', query.startTime)
        if (query.endTime != null) rows = rows.where('alarm.raised_at', '<=', query.endTime)
        if (query.text?.trim()) {
          const wanted = containing(query.text)
          rows = rows.where((eb) =>
            eb.or([eb('alarm.rule_name', '~', wanted), eb('alarm.device_name', '~', wanted), eb('alarm.land_name', '~', wanted)]),
          )
        }
        const page = await readPage(query, rows, (all) => {
          const faces = all
            .leftJoin('app_user as assignee', 'assignee.id', 'alarm.assignee_id')
            .select(faceColumns)
            .select('assignee.real_name as assignee')
          return (query.standing === 'open' ? faces.orderBy('alarm.rank').orderBy('alarm.cause') : faces)
            .orderBy('alarm.raised_at', 'desc')
            .orderBy('alarm.id', 'desc')
        })
        return { ...page, content: page.content.map(toFace) }
      }),

    bases: (_, asking) => asking.inTenant((scope) => basesOf(scope, clock())),

    get: ({ params }, asking) => asking.inTenant((scope) => alarmOf(scope, params.id)),

    acknowledge: ({ body }, asking) =>
      acting(asking, async (scope, now) => {
        const ids = await mustSee(scope, body.ids)
        const by = await nameOf(scope, asking.caller.userId)
        const rows = await scope
          .update('alarm')
          .set({ acknowledged_at: now, acknowledged_by: by })
          .where(sql<boolean>`alarm.id = any(${ids}::bigint[])`)
          .where('alarm.acknowledged_at', 'is', null)
          .returning('alarm.id')
          .execute()
        await writeEvents(
          scope.raw,
          scope.tenantId,
          rows.map(({ id }) => ({ alarmId: id, at: now, what: 'acknowledged', by })),
        )
        return { changed: rows.map(({ id }) => id), answer: rows.length }
      }),

    shelve: ({ body }, asking) =>
      acting(asking, async (scope, now) => {
        const ids = await mustSee(scope, body.ids)
        const by = await nameOf(scope, asking.caller.userId)
        const until = body.minutes === 0 ? null : now + body.minutes * MINUTE_MS
        const these = scope.update('alarm').where(sql<boolean>`alarm.id = any(${ids}::bigint[])`)
        const rows = await (
          until === null
            ? these
                .set({
                  shelved_until: null,
                  // Nobody was told of it before it was put aside.
                  due_at: sql`case when cleared_at is null and quiet is null and heard_at is null then ${now}::bigint else due_at end`,
                })
                .where('alarm.shelved_until', 'is not', null)
            : // Whoever put it aside knows of it: it is told at the end.
              these
                .set({ shelved_until: until, due_at: null })
                .where(sql<boolean>`(alarm.cleared_at is null or alarm.acknowledged_at is null)`)
        )
          .returning('alarm.id')
          .execute()
        await writeEvents(
          scope.raw,
          scope.tenantId,
          rows.map(({ id }) => ({ alarmId: id, at: now, what: until === null ? 'unshelved' : 'shelved', by, until })),
        )
        return { changed: rows.map(({ id }) => id), answer: rows.length }
      }),

    assign: ({ params, body }, asking) =>
      acting(asking, async (scope, now) => {
        const before = await alarmOf(scope, params.id)
        if (before.assigneeId === body.userId) return { changed: [], answer: before }
        const readers = body.userId === null ? [] : await holdersOf(scope.raw, scope.tenantId, before.areaId, ALARMS_READ)
        const assignee = readers.find(({ id }) => id === body.userId)
        if (body.userId !== null && !assignee) throw besideField(asking.language, 'userId', 'error.alarm.assignee')
        const by = await nameOf(scope, asking.caller.userId)
        await scope.update('alarm').set({ assignee_id: body.userId }).where('alarm.id', '=', params.id).execute()
        await writeEvents(scope.raw, scope.tenantId, [{ alarmId: params.id, at: now, what: 'assigned', by, text: assignee?.name ?? null }])
        if (assignee && assignee.id !== asking.caller.userId)
          await tellAssignee(scope, params.id, assignee.id, by, asking.grant.timeZone, now)
        return { changed: [params.id], answer: await alarmOf(scope, params.id) }
      }),

    people: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeBase(scope, query.areaId)
        return holdersOf(scope.raw, scope.tenantId, query.areaId, ALARMS_HANDLE)
      }),

    comment: async ({ params, body }, asking) => {
      const answer = await acting(asking, async (scope, now) => {
        const { id } = await alarmOf(scope, params.id)
        const by = await nameOf(scope, asking.caller.userId)
        await writeEvents(scope.raw, scope.tenantId, [{ alarmId: id, at: now, what: 'commented', by, text: body.text.trim() }])
        return { changed: [], answer: await alarmOf(scope, id) }
      })
      announcer.touch(asking.grant.tenantId, answer.areaId)
      return answer
    },

    report: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeBase(scope, query.areaId)
        return reportOf(scope, asking.language, query)
      }),
  }
}

async function tellAssignee(scope: Scope, id: number, userId: number, by: string, timeZone: string, now: number): Promise<void> {
  const { rows } = await sql<Told & { area: string }>`
    select ${toldColumns}, b.area_name as area
    from alarm a join area b on b.id = a.area_id where a.tenant_id = ${scope.tenantId} and a.id = ${id}`.execute(scope.raw)
  const { area, ...told } = rows[0]!
  await post(scope.raw, [messageTo({ tenantId: scope.tenantId, userId }, wordsOfAssignment(told, { area, timeZone, now }, by))], now)
}
