import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type AlarmSilence, LONGEST_SILENCE_MS } from '#contract/alarms/silence'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase } from '../../ground/database/asked.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { namesOf } from '../../ground/crud/byline.ts'
import { mustStandThere } from './asked.ts'

const DAY_MS = 86_400_000
const columns = [
  'alarm_silence.id',
  'alarm_silence.area_id',
  'alarm_silence.device_ids',
  'alarm_silence.starts_at',
  'alarm_silence.ends_at',
  'alarm_silence.reason',
  'alarm_silence.created_by',
  'alarm_silence.created_at',
] as const

async function toSilences(
  scope: Scope,
  rows: readonly {
    id: number
    area_id: number
    device_ids: number[] | null
    starts_at: number
    ends_at: number
    reason: string
    created_by: number | null
    created_at: number | null
  }[],
): Promise<AlarmSilence[]> {
  const names = await namesOf(
    scope,
    rows.flatMap(({ created_by: by }) => by ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    areaId: row.area_id,
    deviceIds: row.device_ids,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    reason: row.reason,
    by: row.created_by === null ? null : (names.get(row.created_by) ?? null),
    createdAt: row.created_at ?? row.starts_at,
  }))
}

/** Planned work, in which what is raised is told to nobody. */
export const alarmSilenceHandlers = ({ clock, live }: Pick<Context, 'clock' | 'live'>): Handlers<CallGroups['alarmSilence']> => ({
  page: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const rows = scope.select('alarm_silence').where('alarm_silence.area_id', '=', query.areaId)
      const page = await readPage(query, rows, (all) =>
        all.select(columns).orderBy('alarm_silence.ends_at', 'desc').orderBy('alarm_silence.id', 'desc'),
      )
      return { ...page, content: await toSilences(scope, page.content) }
    }),

  async add({ body: { areaId, deviceIds, startsAt, endsAt, reason } }, asking) {
    const made = await asking.inTenant(async (scope) => {
      await mustSeeBase(scope, areaId)
      const beside = besideField.bind(null, asking.language, 'endsAt')
      if (endsAt <= startsAt) throw beside('error.alarm.silenceOrder')
      if (endsAt <= clock()) throw beside('error.alarm.silencePast')
      if (endsAt - startsAt > LONGEST_SILENCE_MS) throw beside('error.alarm.silenceLong', { days: LONGEST_SILENCE_MS / DAY_MS })
      await mustStandThere(scope, areaId, { deviceIds, landIds: null })
      const row = await scope
        .insert('alarm_silence', [
          {
            area_id: areaId,
            device_ids: deviceIds && [...new Set(deviceIds)],
            starts_at: startsAt,
            ends_at: endsAt,
            reason: reason.trim(),
          },
        ])
        .returning(columns)
        .executeTakeFirstOrThrow()
      return (await toSilences(scope, [row]))[0]!
    })
    live.changed(asking.grant.tenantId, 'alarmSilence', made.id, areaId)
    return made
  },

  async end({ params }, asking) {
    const now = clock()
    const areaId = await asking.inTenant(async (scope) => {
      const row = await scope
        .update('alarm_silence')
        .set({ ends_at: sql`least(ends_at, ${now}::bigint)`, starts_at: sql`least(starts_at, ${now}::bigint)` })
        .where('alarm_silence.id', '=', params.id)
        .returning('alarm_silence.area_id')
        .executeTakeFirst()
      if (!row) throw notFound()
      return row.area_id
    })
    live.changed(asking.grant.tenantId, 'alarmSilence', params.id, areaId)
    return 1
  },
})
