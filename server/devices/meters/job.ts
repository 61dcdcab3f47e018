import { COMMAND_LIFE_MS } from '#contract/devices/command'
import { type MeterEnd, meterUnit } from '#contract/devices/meter'
import { switchSet } from '#contract/devices/verbs'
import type { Job } from '../../ground/clock/job.ts'
import type { Services } from '../../ground/services.ts'
import { createSparingLog } from '../../ground/sparingLog.ts'
import { type Ask, asksOn } from '../../ground/commands/repository.ts'
import { backWithClock, count, type Counted, type MeterReading, mustEnd, reachedBy } from './count.ts'

const LOOK_MS = 1000
/** While it runs, its meter is asked to report so often: a valve that reports every ten minutes would be long past its volume. */
const ASK_MS = 10_000
/** How often the pages are told how far it is. */
const TELL_MS = 5000
/** A start that was never recorded as a command is given up after this long. */
const LOST_MS = 2 * COMMAND_LIFE_MS
const MOST_READINGS = 5000

interface Open {
  readonly id: number
  readonly tenant_id: number
  readonly area_id: number
  readonly switch_id: number
  readonly item_id: number
  readonly asked: number
  readonly grace_ms: number
  readonly asked_at: number
  readonly started_at: number | null
  readonly seen_ts: number | null
  readonly seen_value: number | null
  readonly spoke_at: number | null
  readonly reached: number
  readonly why: MeterEnd | null
  readonly device_id: number
  readonly circuit: number
  readonly status: number | null
  readonly status_at: number | null
  readonly unit: string | null
  readonly meter_eui: string
  /** Its command: also where a kill came between the two. */
  readonly own_id: string | null
  readonly command_state: string | null
  readonly replaced: boolean
  readonly stopped_by: string | null
  readonly is_told: boolean
}

const target = `'circuit/' || s.circuit`
const OPEN = `select r.*, s.area_id, s.device_id, s.circuit, s.status, s.status_at, i.unit, m.eui as meter_eui, own.id as own_id, own.state as command_state,
    exists (select from command c where c.device_id = s.device_id and c.target = ${target} and c.status <> 0 and c.state = 'observed'
      and c.created_at > own.created_at) as replaced,
    (select c.cause from command c where c.device_id = s.device_id and c.target = ${target} and c.status = 0 and c.created_at > r.asked_at
      order by c.created_at desc limit 1) as stopped_by,
    exists (select from command c where c.device_id = s.device_id and c.target = ${target} and c.cause = 'meter'
      and (c.state in ('queued', 'sent', 'acknowledged') or c.created_at > $1::bigint - ${COMMAND_LIFE_MS})) as is_told
  from metered_run r join switch s on s.id = r.switch_id join item i on i.id = r.item_id join device m on m.id = i.device_id
    left join command own on own.id = coalesce(r.command_id, (select c.id from command c where c.switch_id = r.switch_id and c.status <> 0
      and c.created_at >= r.asked_at order by c.created_at limit 1))
  where r.ended_at is null order by r.id`
const READINGS = `(select ts, value, place from reading where tenant_id = $1 and item_id = $2 and ts > $3 order by ts, place limit ${MOST_READINGS})
  union all (select ts, value, place from reading where $5::boolean and tenant_id = $1 and item_id = $2 and ts <= $4 and ts > $4::bigint - 86400000
    order by ts desc, place desc limit 1)
  order by ts, place`
const WRITE = `update metered_run set started_at = $2, seen_ts = $3, seen_value = $4, spoke_at = $5, reached = $6, why = $7, ended_at = $8,
  command_id = coalesce(command_id, $9) where id = $1`

/** Why a circuit rests that was started for a volume, where the meter did not end it. */
const restedBy = (cause: string | null): MeterEnd =>
  cause === 'runOver' ? 'time' : cause === 'interlock' ? 'interlock' : cause === null ? 'device' : 'person'

/**
 * Looks every second how far starts for a volume are, and ends what is to end by a stop that waits for its device. All that it knows stands in
 * the rows, with the newest reading that is counted, so that a kill costs no more than its own time and no reading is counted twice.
 */
export function meterJob({ desk, clock, log, live }: Pick<Services, 'desk' | 'clock' | 'log' | 'live'>): Job {
  const sparing = createSparingLog(log)
  const stopping = new Set<number>()
  const asked = new Map<string, number>()
  const told = new Map<number, number>()

  function askMeter(one: Open, now: number): void {
    const key = `${one.tenant_id}/${one.meter_eui}`
    for (const [name, at] of asked) if (now - at > LOST_MS || at > now) asked.delete(name)
    if (now - (asked.get(key) ?? 0) < ASK_MS) return
    asked.set(key, now)
    desk.askReport({ tenantId: one.tenant_id, eui: one.meter_eui }).catch(() => false)
  }

  async function stop(one: Open, why: MeterEnd, reached: number): Promise<void> {
    if (stopping.has(one.id)) return
    stopping.add(one.id)
    try {
      const params = new URLSearchParams({ asked: String(one.asked), reached: reached.toFixed(2), minutes: String(one.grace_ms / 60_000) })
      await desk.request({
        tenantId: one.tenant_id,
        deviceId: one.device_id,
        verb: switchSet,
        args: { circuit: one.circuit, status: 0 },
        asker: { by: 'meter', name: `notices:command.reason.meter.${why}?${params.toString()}`, userId: null },
        priority: 'manual',
        waits: true,
      })
    } catch (cause) {
      sparing.say(
        'error',
        'meter',
        { run: one.id, cause: (cause as Error).message },
        'what a meter ends could not be stopped; trying again',
      )
    } finally {
      stopping.delete(one.id)
    }
  }

  async function follow(ask: Ask, one: Open, now: number): Promise<void> {
    const write = (of: { started: number | null; counted: Counted | null; why: MeterEnd | null; ended: boolean }) =>
      ask(WRITE, [
        one.id,
        of.started,
        of.counted?.last?.ts ?? one.seen_ts,
        of.counted ? (of.counted.last?.value ?? null) : one.seen_value,
        of.counted?.spokeAt ?? one.spoke_at,
        of.counted?.reached ?? one.reached,
        of.why,
        of.ended ? now : null,
        one.own_id,
      ])
    const isOn = one.status !== null && one.status !== 0
    if (one.started_at === null) {
      if (isOn && one.command_state === 'observed')
        await write({ started: Math.max(one.asked_at, one.status_at ?? 0), counted: null, why: null, ended: false })
      else if (hasFailed(one.command_state) || (one.command_state !== 'queued' && now - one.asked_at > LOST_MS))
        await write({ started: null, counted: null, why: 'notStarted', ended: true })
      return
    }
    const unit = meterUnit(one.unit)
    const before = backWithClock(
      {
        startedAt: one.started_at,
        last: one.seen_ts === null ? null : { ts: one.seen_ts, value: one.seen_value },
        spokeAt: one.spoke_at,
        reached: one.reached,
      },
      now,
    )
    const { startedAt } = before
    const { rows } = await ask<MeterReading>(READINGS, [
      one.tenant_id,
      one.item_id,
      before.last?.ts ?? startedAt,
      startedAt,
      one.seen_ts === null,
    ])
    // What it measures in was changed to no water at all: then it says nothing any more.
    const counted = unit === null ? before : count(before, rows, unit, one.grace_ms)
    const ends = unit === null ? 'silent' : mustEnd(counted, one.asked, unit, one.grace_ms, now)
    const reached = unit === null ? counted.reached : reachedBy(counted, unit, one.grace_ms, now)
    const why = one.why ?? (one.replaced ? 'replaced' : isOn ? ends : restedBy(one.stopped_by))
    const ended = !isOn || one.replaced
    await write({ started: startedAt, counted: ended ? { ...counted, reached } : counted, why, ended })
    if (ended) live.changed(one.tenant_id, 'command', null, one.area_id)
    else if (why !== null) {
      // Not waited for: the desk has a connection and a patience of its own.
      if (!one.is_told) void stop(one, why, reached)
    } else askMeter(one, now)
    if (ended) told.delete(one.id)
    else if (now - (told.get(one.id) ?? 0) >= TELL_MS || (told.get(one.id) ?? 0) > now) {
      told.set(one.id, now)
      live.changed(one.tenant_id, 'switch', one.switch_id, one.area_id)
    }
  }

  return {
    name: 'devices.meters',
    every: LOOK_MS,
    missed: 'catchUp',
    async once(work) {
      const ask = asksOn(work)
      const now = clock()
      const { rows } = await ask<Open>(OPEN, [now])
      for (const one of rows) await follow(ask, one, now)
    },
  }
}

const hasFailed = (state: string | null) => state === 'refused' || state === 'silent' || state === 'expired'
