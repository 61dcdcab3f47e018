import type { Cause } from '#contract/watch/condition'
import { type RawBuilder, sql } from 'kysely'
import { ALARMS_READ } from '#contract/alarms/permission'
import type { AlarmSeverity } from '#contract/alarms/severity'
import type { CommandState } from '#contract/devices/command'
import { DEVICE_READERS } from '#contract/devices/deviceType'
import type { SwitchKind } from '#contract/devices/switchKind'
import type { LogLevel } from '#contract/farm/log'
import { opened } from '../../devices/deviceRows.ts'
import { commandedDevices } from '../../devices/switchRows.ts'
import { statusName, switchName } from '../../devices/words.ts'
import { say } from '../../ground/words.ts'
import { inEachBase, type LogAsk, NOTHING, PLAIN, said, type Source, type Told, type Where, idList } from './ask.ts'

const HOUR_MS = 3_600_000
/**
 * The same happens again and again within an hour: the last of it stands for all. Each row asks for the last of its own hour, by an index: that
 * there is none after it would be asked of all rows at once, however few are wanted.
 */
const hourOf = (at: RawBuilder<unknown>) => sql`(${at} / ${sql.lit(HOUR_MS)})`
/** The same hour, and the same span of the log: what lies outside of it stands for nothing in it. */
const sameHour = ({ from, to }: Pick<LogAsk, 'from' | 'to'>, other: RawBuilder<unknown>, own: RawBuilder<unknown>) => sql`
  ${other} >= greatest(${hourOf(own)} * ${sql.lit(HOUR_MS)}, ${from ?? 0}::bigint)
  and ${other} < least((${hourOf(own)} + 1) * ${sql.lit(HOUR_MS)}, ${to ?? Number.MAX_SAFE_INTEGER}::bigint)`

const FAILED = ['refused', 'silent', 'expired'] as const satisfies readonly CommandState[]
const failed = (alias: 'e' | 'o') => sql`(${sql.ref(`${alias}.state`)} in (${sql.join(FAILED)}))`
/** The same person told the same part of a device, with the same outcome. */
const sameCommand = sql`o.device_id = e.device_id and o.target = e.target and o.cause = 'user' and o.area_id = e.area_id
  and o.author_id is not distinct from e.author_id and ${failed('o')} = ${failed('e')}`

interface Command extends Where {
  id: string
  by: string | null
  state: CommandState
  verb: string
  circuit: number | null
  status: number | null
  switch_name: string | null
  switch_kind: SwitchKind
  count: number
  since: number
}
/** What people told devices, and how it ended. */
export const commandSource: Source = {
  name: 'command',
  rank: 2,
  codes: DEVICE_READERS,
  newest(ask) {
    const { landId, batchId, level, userId, search, asking } = ask
    if (batchId !== undefined || level === 'error') return NOTHING
    const from = sql`command e join ${commandedDevices} as device on device.id = e.device_id left join switch on switch.id = e.switch_id`
    return inEachBase(ask, { rank: 2, at: sql`e.created_at`, id: sql`e.id`, kind: 'uuid' }, from, [
      sql`e.cause = 'user'`,
      opened(asking.grant),
      sql`e.id = (select o.id from command o where ${sameCommand} and ${sameHour(ask, sql`o.created_at`, sql`e.created_at`)}
        order by o.created_at desc, o.id desc limit 1)`,
      ...(landId === undefined ? [] : [sql`(select land_id from device own where own.id = e.device_id) = ${landId}`]),
      ...(level === undefined ? [] : [sql`${failed('e')} = ${level === 'warn'}`]),
      ...(userId === undefined ? [] : [sql`e.author_id = ${userId}`]),
      ...said(search, [sql`device.name`, sql`coalesce(switch.name, e.switch_name)`]),
    ])
  },
  async tell({ scope, asking: { language }, from, to }, ids) {
    const { rows } = await sql<Command>`
      select e.id::text as id, app_user.real_name as by, e.state, e.verb, e.circuit, e.status,
        coalesce(switch.name, e.switch_name) as switch_name, coalesce(switch.kind, 'ordinary') as switch_kind, area.id as "areaId",
        area.area_name as "areaName", land.id as "landId", land.land_name as "landName", null::bigint as "batchId", null::text as "batchName",
        device.id as "deviceId", coalesce(device.name, past.name) as "deviceName", device.device_type as "deviceType", same.count, same.since
      from command e join area on area.id = e.area_id left join device on device.id = e.device_id left join past_device past on past.id = e.device_id
        left join land on land.id = device.land_id left join switch on switch.id = e.switch_id left join app_user on app_user.id = e.author_id
        cross join lateral (select count(*)::int as count, min(o.created_at) as since from command o
          where ${sameCommand} and ${sameHour({ from, to }, sql`o.created_at`, sql`e.created_at`)}) as same
      where e.tenant_id = ${scope.tenantId} and e.id = any(${[...ids]}::uuid[])`.execute(scope.raw)
    return new Map(
      rows.map(({ id, state, verb, circuit, status, switch_name: name, switch_kind: kind, ...told }): [string, Told] => {
        const what = circuit === null ? say(language, `farm:log.verb.${verb.replace('.', '_')}`) : switchName(language, { circuit, name })
        const wish = circuit === null ? '' : statusName(language, kind, what, status)
        const outcome = say(language, `devices:commandState.${state}`)
        return [
          id,
          {
            ...PLAIN,
            ...told,
            level: (FAILED as readonly string[]).includes(state) ? 'warn' : 'info',
            title: [told.deviceName ?? '', what].filter(Boolean).join(' · '),
            said: say(language, 'farm:log.said.command', {
              what: wish === '' ? outcome : say(language, 'farm:log.said.asked', { wish, outcome }),
            }),
          },
        ]
      }),
    )
  },
}

const LEVEL_OF: Readonly<Record<AlarmSeverity, LogLevel>> = {
  critical: 'error',
  major: 'error',
  minor: 'warn',
  warning: 'warn',
  indeterminate: 'info',
}
const severitiesOf = (level: LogLevel) => Object.entries(LEVEL_OF).flatMap(([severity, of]) => (of === level ? [severity] : []))
/** The same rule at the same place. */
const sameAlarm = sql`o.rule_id = e.rule_id and o.device_id = e.device_id and o.ordinal = e.ordinal and o.cause = e.cause and o.area_id = e.area_id
  and o.severity = e.severity and o.rule_name = e.rule_name and o.land_id is not distinct from e.land_id`

interface Alarm extends Where {
  id: string
  severity: AlarmSeverity
  cause: Cause
  title: string
  count: number
  since: number
}
/** What was raised, or what went. */
const alarms = (rank: number, what: 'raised' | 'cleared'): Source => {
  const own = what === 'raised' ? sql`e.raised_at` : sql`e.cleared_at`
  const other = what === 'raised' ? sql`o.raised_at` : sql`o.cleared_at`
  return {
    name: 'alarm',
    rank,
    codes: [ALARMS_READ],
    newest(ask) {
      const { landId, batchId, level, userId, search } = ask
      // Nobody in person raises an alarm; what went is no reason to worry.
      if (batchId !== undefined || userId !== undefined || (what === 'cleared' && level !== undefined && level !== 'info')) return NOTHING
      return inEachBase(ask, { rank, at: own, id: sql`e.id` }, sql`alarm e`, [
        sql`${own} is not null`,
        sql`coalesce((select o.id from alarm o where ${sameAlarm} and ${sameHour(ask, other, own)} order by ${other} desc, o.id desc limit 1), e.id) = e.id`,
        ...(landId === undefined ? [] : [sql`e.land_id = ${landId}`]),
        ...(level === undefined || what === 'cleared' ? [] : [sql`e.severity = any(${severitiesOf(level)}::text[])`]),
        ...said(search, [sql`e.rule_name`, sql`e.device_name`]),
      ])
    },
    async tell({ scope, asking: { language }, from, to }, ids) {
      const { rows } = await sql<Alarm>`
        select e.id::text as id, e.severity, e.cause, e.rule_name as title, area.id as "areaId", area.area_name as "areaName",
          e.land_id as "landId", e.land_name as "landName", null::bigint as "batchId", null::text as "batchName", e.device_id as "deviceId",
          e.device_name as "deviceName", e.device_type as "deviceType", same.count, same.since
        from alarm e join area on area.id = e.area_id
          cross join lateral (select count(*)::int as count, min(${other}) as since from alarm o
            where o.id = e.id or (${sameAlarm} and ${sameHour({ from, to }, other, own)})) as same
        where e.tenant_id = ${scope.tenantId} and e.id = ${idList(ids)}`.execute(scope.raw)
      return new Map(
        rows.map(({ id, severity, cause, ...told }): [string, Told] => [
          id,
          {
            ...PLAIN,
            ...told,
            title: cause === 'noData' ? say(language, 'alarms:noData.ofRule', { rule: told.title }) : told.title,
            level: what === 'raised' ? LEVEL_OF[severity] : 'info',
            said: say(language, `farm:log.said.${what}`, { severity: say(language, `alarms:severity.${severity}`) }),
            by: null,
            ofId: Number(id),
          },
        ]),
      )
    },
  }
}
export const clearedSource = alarms(1, 'cleared')
export const raisedSource = alarms(0, 'raised')
