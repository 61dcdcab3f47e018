import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import { COMMAND_LIFE_MS } from '#contract/devices/command'
import { type DeviceType, runOf } from '#contract/devices/deviceType'
import type { SwitchKind } from '#contract/devices/switchKind'
import type { Run } from '#contract/devices/types/defineDeviceType'
import { type Elsewhere, type LaneEffect, queued, REASON } from '#machines/devices/commandLane'
import { insertTimers } from '../clock/job.ts'
import type { Database } from '../database/schema.ts'
import { insertParcels } from '../outbox/parcel.ts'
import { type OpenRow, recordOf, subjectIn, type SubjectRow, type Taken, takenFrom } from './commandRows.ts'
import { longestRunOf } from './longestRun.ts'
import { laneKey, type Order, type Subject } from './order.ts'
import { isHeld } from './serverNumber.ts'

/** The job that ends what a command started: its keys are `<lane>/<command>`. */
export const RUN_JOB = 'devices.runningTimeOver'
const OPEN = `('queued', 'sent', 'acknowledged')`

export type Step = Extract<LaneEffect<Order>, { type: 'step' }>
type Decided = Extract<LaneEffect<Order>, { type: 'step' | 'record' | 'supersede' }>

/** A statement in somebody's transaction. */
export type Ask = <Row extends object>(text: string, values: unknown[]) => Promise<{ rows: Row[] }>
/** Statements in the transaction of a query builder. */
export const asksOn =
  (work: Kysely<Database>): Ask =>
  (text, values) =>
    work.executeQuery(CompiledQuery.raw(text, values)) as never

/** What is known of a target when something is asked of it. */
export interface Found {
  readonly said: number | null
  readonly sent: readonly number[]
  readonly elsewhere: readonly Elsewhere[]
}

export interface FoundSubject {
  readonly subject: Subject
  readonly kind: SwitchKind | null
  readonly run: Run | null
  /** After so many seconds its device ends by itself what was started, null where it does not say. */
  readonly longestRun: number | null
}

/** The rows of commands. Nothing here tries twice: what fails because the database is away is for the caller to bear. */
export interface CommandRepository {
  /** What a target is, null where the tenant has no such device. `kind` and how long it may `run` are those of a switch. */
  subjectOf(of: { tenantId: number; deviceId: number; target: string }): Promise<FoundSubject | null>
  /**
   * Reads a target and writes what is decided of it, in one transaction that no other of this target runs beside, and in which `ask` speaks. `against` is the aim that
   * may still be running, and the aim that stops it.
   */
  decide(
    subject: Subject,
    against: { aim: number; stop: number | null } | null,
    decide: (found: Found, ask: Ask) => Promise<readonly Decided[]>,
  ): Promise<void>
  /** Writes a step, its timers and what is to be told with it, once; false where the command is no longer in this server's hand. */
  step(step: Step, parcels: string): Promise<boolean>
  tell(parcels: string): Promise<void>
  /** Takes what has not ended and is in no living server's hand. */
  takeUp(): Promise<Taken[]>
}

export function createCommandRepository({ pool, number }: { pool: pg.Pool; number: number }): CommandRepository {
  const stepOf = async (client: pg.Pool | pg.PoolClient, step: Step, parcels: string) => {
    const { id, state, message, history } = step.one
    const { rows } = await client.query<{ ours: boolean }>(
      STEP,
      [id, state, step.one.at, message, JSON.stringify(history.slice(-1)), parcels, number, laneKey(step.one.subject)].concat([
        step.runsUntil ?? null,
        step.runsUntil === null,
        step.replaces,
      ] as never[]),
    )
    return rows[0]!.ours
  }
  return {
    async subjectOf({ tenantId, deviceId, target }) {
      const { rows } = await pool.query<SubjectRow & { kind: SwitchKind | null; device_type: DeviceType; longest_run: number | null }>(
        SUBJECT,
        [deviceId, tenantId, target],
      )
      const row = rows[0]
      if (!row) return null
      const run = row.kind === null ? null : runOf(row.device_type, row.kind)
      return { subject: { ...subjectIn(row), target }, kind: row.kind, run, longestRun: row.longest_run }
    },

    async decide(subject, against, decide) {
      const client = await pool.connect()
      let failure: unknown = null
      try {
        await client.query('begin')
        await client.query(LOCK, [laneKey(subject)])
        const { rows } = await client.query<Found>(FOUND, [
          subject.deviceId,
          subject.target,
          number,
          against?.aim ?? null,
          against?.stop ?? null,
          REASON.superseded,
        ])
        for (const effect of await decide(rows[0]!, (text, values) => client.query(text, values))) {
          if (effect.type === 'step') await stepOf(client, effect, '[]')
          else if (effect.type === 'record') await client.query(RECORD, recordOf(effect.one, number))
          else
            await client.query(SUPERSEDE, [effect.id, effect.at, REASON.superseded, JSON.stringify([{ state: 'refused', at: effect.at }])])
        }
        await client.query('commit')
      } catch (cause) {
        failure = cause
        throw cause
      } finally {
        // Whatever state it is in, its end takes back what was not committed.
        client.release(failure !== null)
      }
    },

    step: (step, parcels) => stepOf(pool, step, parcels),
    async tell(parcels) {
      await pool.query(insertParcels('$1'), [parcels])
    },

    async takeUp() {
      const { rows } = await pool.query<OpenRow>(TAKE_UP, [number])
      return rows.map(takenFrom)
    },
  }
}

/** Two of one target are written one after another, by whichever server. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('furrow command ' || $1, 0))`

/**
 * A command that started something, by its timer's key, and what is open on its target: `waits` where one of it waits for its device. The
 * target is locked from here to the end of the transaction. Null where its device is no more.
 */
export async function readStarted(ask: Ask, key: string): Promise<{ order: Order; isBusy: boolean; waits: boolean } | null> {
  const id = key.slice(key.lastIndexOf('/') + 1)
  await ask(LOCK, [key.slice(0, key.lastIndexOf('/'))])
  const { rows } = await ask<OpenRow & { busy: boolean; waits: boolean }>(
    `select c.*, d.eui, d.name as device_name, s.name as current_name, exists ${other('')} as busy, exists ${other('and o.expires_at is null')} as waits
     from command c join device d on d.id = c.device_id left join switch s on s.id = c.switch_id where c.id = $1`,
    [id],
  )
  const row = rows[0]
  return row ? { order: takenFrom(row).one, isBusy: row.busy, waits: row.waits } : null
}
const other = (more: string) =>
  `(select from command o where o.device_id = c.device_id and o.target = c.target and o.state in ${OPEN} ${more})`

/** Records a command that no server has in hand yet. */
export async function recordUnclaimed(ask: Ask, order: Order, at: number): Promise<void> {
  await ask(RECORD, recordOf(queued(order, at), null))
}

const SUBJECT = `select d.tenant_id, coalesce(s.area_id, d.area_id) as area_id, d.id as device_id, d.eui, d.name as device_name,
    s.id as switch_id, s.name as switch_name, s.circuit, s.kind, d.device_type,
    ${longestRunOf('s')} as longest_run
  from device d left join switch s on s.device_id = d.id and 'circuit/' || s.circuit = $3 where d.id = $1 and d.tenant_id = $2`

// Of what was sent that way the device has said nothing since, and no stop was seen after it. What waited for a stop was made before it left.
const FOUND = `select s.status as said,
    coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'priority', c.priority, 'state', c.state, 'aim', c.status)) from command c
      where c.device_id = $1 and c.target = $2 and c.state in ${OPEN} and c.claimed_by is distinct from $3), '[]') as elsewhere,
    case when exists (
      select from command c cross join lateral (
        select max((step ->> 'at')::bigint) as at from jsonb_array_elements(c.history) as step where step ->> 'state' = 'sent') sent
      where c.device_id = $1 and c.target = $2 and c.status = $4 and c.created_at >= coalesce(s.status_at, 0) - ${COMMAND_LIFE_MS}
        and sent.at >= coalesce(s.status_at, 0) and (c.state <> 'refused' or c.message = $6)
        and not exists (select from command n where n.device_id = $1 and n.target = $2 and n.status = $5 and n.state = 'observed'
          and n.state_at > sent.at)
    ) then array[$4::int] else array[]::int[] end as sent
  from (select) as asked left join switch s on s.device_id = $1 and 'circuit/' || s.circuit = $2`

const RECORD = `insert into command (id, tenant_id, area_id, device_id, switch_id, circuit, status, verb, args, target, author_id, cause, cause_name,
    priority, max_run_ms, created_at, expires_at, state, state_at, message, history, after_id, claimed_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`

const SUPERSEDE = `update command set state = 'refused', state_at = $2, message = $3, history = history || $4::jsonb where id = $1 and state in ${OPEN}`

// A step that was written without our hearing of it is not written again. What has ended stays ended, whoever ended it.
const STEP = `with moved as (
    update command set state = $2, state_at = $3, message = $4, history = history || $5::jsonb
    where id = $1 and claimed_by = $7 and state in ${OPEN} and not history @> $5::jsonb returning id, tenant_id, max_run_ms
  ), timed as (
    ${insertTimers(RUN_JOB, `select tenant_id, $8 || '/' || id as key, $9::bigint as due_at, max_run_ms as span from moved where $9::bigint is not null`)}
  ), gone as (
    delete from job using moved where job.name = '${RUN_JOB}' and job.tenant_id = moved.tenant_id
      and case when job.key = $8 || '/' || moved.id then $10 else $11 and starts_with(job.key, $8 || '/') end
  ), told as (${insertParcels(`(select case when exists (select from moved) then $6 else '[]' end)`)})
  select exists (select from moved) or exists (select from command where id = $1 and history @> $5::jsonb) as ours`

const TAKE_UP = `with free as (
    select id from command where state in ${OPEN} and (claimed_by is null or not ${isHeld('claimed_by')}) for update skip locked
  ), mine as (update command c set claimed_by = $1 from free where c.id = free.id returning c.*)
  select mine.*, d.eui, d.name as device_name, s.name as current_name, before.state as stop_state,
    case when s.status_at > mine.state_at then s.status end as said, next.id is not null as leads
  from mine join device d on d.id = mine.device_id left join switch s on s.id = mine.switch_id
    left join command before on before.id = mine.after_id left join command next on next.after_id = mine.id
  order by mine.created_at, mine.after_id is not null`
