import type { KyselyPlugin } from 'kysely'
import { vi } from 'vitest'
import type { AlarmFace } from '#contract/alarms/alarm'
import type { Cause, Seen } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import type { Action } from '#machines/watch/action'
import { alarmHandlers } from '#server/alarms/calls/alarms'
import { alarmSilenceHandlers } from '#server/alarms/calls/silences'
import { tellJob } from '#server/alarms/people/tell'
import { alarmKind } from '#server/alarms/record/kind'
import { liftJob } from '#server/alarms/record/lift'
import type { Job } from '#server/ground/clock/job'
import { inTenant } from '#server/ground/database/scope'
import type { Asking } from '#server/ground/http/handler'
import type { Act, Doubt } from '#server/ground/watch/kind'
import { arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'
import { aRule } from './anAlarm.ts'

export const START = 1_800_000_000_000

/** What an oxygen of 2.4 mg/L, below the limit of `oxygenLow`, was seen as. */
export const low: Seen[] = [{ verdict: 'yes', itemId: null, value: 2.4, at: START, than: null }]
export const raise = (raisedAt: number, seen: readonly Seen[] = low, cause: Cause = 'condition'): Action => ({
  what: 'raise',
  episode: { cause, raisedAt, since: raisedAt - 60_000, seen, cleared: null },
})
export const clear = (raisedAt: number, at: number, cause: Cause = 'condition'): Action => ({
  what: 'clear',
  cause,
  raisedAt,
  at,
  seen: [],
})
export const record = (raisedAt: number, at: number): Action => ({
  what: 'record',
  episode: { cause: 'condition', raisedAt, since: raisedAt, seen: low, cleared: { at, seen: [] } },
})

/** The records of alarms on a database of their own, with a clock that stands until it is moved, and no server around. */
export async function alarmDesk() {
  const database = await startTestDatabase()
  const build = arrange(database.owner)
  const { serviceDb, requestDb } = database.store
  const live = {
    alarms: vi.fn<(t: number, areaId: number, rows: readonly (readonly [number, number, AlarmFace | null])[]) => void>(),
    changed: vi.fn(),
  }
  const context = { live: live as never, clock: () => desk.now, log: silentLog, watching: { standing: () => ({ watched: 0, unknown: 0 }) } }
  const kind = alarmKind(context)
  const [tell, lift] = [tellJob(context), liftJob(context)]
  const run = async (job: Job) => {
    if (!('once' in job)) throw new Error('not a job of one transaction')
    await serviceDb
      .transaction()
      .execute((work) => job.once(work, { tenantId: null, key: '', payload: {}, dueAt: 0 }, new AbortController().signal))
    job.committed?.()
  }
  const desk = {
    ...database,
    build,
    live,
    now: START,
    calls: alarmHandlers(context),
    silences: alarmSilenceHandlers(context),
    tell: () => run(tell),
    lift: () => run(lift),
    /** Answers how many statements it took. */
    async act(tenantId: number, acts: readonly Act[], doubts: readonly Doubt[] = []) {
      let statements = 0
      const counting: KyselyPlugin = {
        transformQuery({ node }) {
          statements++
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const committed = await serviceDb
        .transaction()
        .execute((work) => kind.act(work.withPlugin(counting), tenantId, { acts, doubts }, desk.now))
      committed()
      return statements
    },
    ask: async <Row>(text: string, values: unknown[] = []) => (await database.owner.query(text, values)).rows as Row[],
    /** A person who may do everything in a tenant, as calls know them. */
    async asking(tenantId: number): Promise<Asking> {
      const user = await build.aUser({ tenantId, codes: ['*'], real_name: 'Lin Yue' })
      return {
        language: 'en-US',
        caller: { userId: user.id },
        grant: { tenantId, timeZone: 'Asia/Shanghai', areas: null },
        inTenant: (work: never) => inTenant(requestDb, { tenantId, userId: user.id, areas: null }, work),
      } as unknown as Asking
    },
    /** A base with a rule and a device that it watches. */
    async aPond(given: { logic?: WatchLogic; gateway?: 'offline' | 'online' } = {}) {
      const { id: t } = await build.aTenant()
      const area = await build.anArea({ tenant_id: t, area_name: 'North base' })
      const place = { tenant_id: t, area_id: area.id }
      const gateway = given.gateway ? await build.aDevice({ ...place, presence: given.gateway, presence_at: START }) : null
      const device = await build.aDevice({ ...place, name: 'Pond 1', parent_id: gateway?.id ?? null })
      const rule = await aRule(build, { ...place, ...(given.logic ? { logic: given.logic } : {}) })
      const on = (action: Action, deviceId = device.id, ordinal = 0): Act => ({ ruleId: rule.id, version: 1, deviceId, ordinal, action })
      return {
        t,
        area,
        place,
        gateway,
        device,
        rule,
        on,
        act: (...actions: Action[]) =>
          desk.act(
            t,
            actions.map((action) => on(action)),
          ),
      }
    },
    alarmsOf: (tenantId: number) =>
      desk.ask<AlarmRow>(
        `select id, cause, state, raised_at as "raisedAt", cleared_at as "clearedAt", cleared_by as "clearedBy", times, quiet, due_at as "dueAt",
           heard_at as "heardAt", acknowledged_at as "acknowledgedAt", shelved_until as "shelvedUntil", calm_at as "calmAt", value,
           limit_value as "limit", direction, code, unit
           , seen_at as "seenAt" from furrow.alarm where tenant_id = $1 order by id`,
        [tenantId],
      ),
    eventsOf: async (alarmId: number) =>
      (await desk.ask<{ what: string }>('select what from furrow.alarm_event where alarm_id = $1 order by id', [alarmId])).map(
        ({ what }) => what,
      ),
    /** What was posted to people. */
    postedIn: (tenantId: number) =>
      desk.ask<{
        userId: number
        severity: string
        link: string
        body: { subject: string; content: string; params: Record<string, unknown> }
      }>(`select user_id as "userId", severity, link, body from furrow.outbox where tenant_id = $1 and kind = 'message' order by id`, [
        tenantId,
      ]),
  }
  return desk
}

interface AlarmRow {
  id: number
  cause: string
  state: string
  raisedAt: number
  clearedAt: number | null
  clearedBy: string | null
  times: number
  quiet: string | null
  dueAt: number | null
  heardAt: number | null
  acknowledgedAt: number | null
  shelvedUntil: number | null
  calmAt: number | null
  value: number | null
  limit: number | null
  direction: string
  code: string | null
  unit: string | null
  seenAt: number | null
}
