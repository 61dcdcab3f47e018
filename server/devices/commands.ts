import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { commandTopic, replyTopic } from '#contract/devices/protocol'
import { COMMAND_LIFE_MS, type CommandState, isEnd, SILENCE_MS, statusesOf, type SwitchKind } from '#contract/devices/switch'
import type { BrokerDoor } from '../ground/broker/door.ts'
import type { KnownDevice } from '../ground/broker/knownDevice.ts'
import { isAway } from '../ground/database/connection.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Heard } from '../ground/ingest/ingest.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import { insertParcels, type Message, messageTo, parcelsParameter } from '../ground/outbox/parcel.ts'
import { createSparingLog } from '../ground/sparingLog.ts'
import type { CommandDesk } from '../ground/commandDesk.ts'

/** Reasons that are the server's own, as keys of locales/<language>/notices.json. */
const REASON = {
  notConnected: 'notices:command.reason.notConnected',
  noAnswer: 'notices:command.reason.noAnswer',
  notObserved: 'notices:command.reason.notObserved',
  notInTime: 'notices:command.reason.notInTime',
  superseded: 'notices:command.reason.superseded',
  stopNotConfirmed: 'notices:command.reason.stopNotConfirmed',
  refused: 'notices:command.reason.refused',
  databaseAway: 'notices:command.reason.databaseAway',
} as const
const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 2000
const REMEMBERED_ASKS_MS = COMMAND_LIFE_MS
/** How long a caller waits for what the database has to say. With the reading before it that is less than the console's own patience. */
const PATIENCE_MS = 5000

/** A command that has not ended. */
interface Open {
  readonly id: string
  readonly tenantId: number
  readonly areaId: number
  readonly deviceId: number
  readonly eui: string
  readonly deviceName: string
  readonly switchId: number
  readonly switchName: string | null
  readonly circuit: number
  readonly status: number
  readonly authorId: number | null
  readonly expiresAt: number
  /** The stop that must be observed before this one leaves. */
  readonly after: Open | null
  /** A motor's stop, made by the server on the way to a direction. */
  readonly leads: boolean
  /** What waits for this one. */
  next: Open | null
  state: CommandState
  history: { state: CommandState; at: number }[]
  message: string | null
  timer: NodeJS.Timeout | null
  /** Its changes reach the database one after another. */
  written: Promise<void>
}

interface Wanted {
  readonly tenantId: number
  readonly status: number
  readonly authorId: number
}
interface SwitchRow {
  id: number
  device_id: number
  area_id: number
  circuit: number
  kind: SwitchKind
  name: string | null
  status: number | null
  status_at: number | null
  eui: string
  device_name: string
}

export interface Commands extends CommandDesk {
  /** Takes up what a dead server left open. */
  recover(): Promise<void>
  /** What devices said of their circuits, after the commit. */
  observe(heard: readonly Heard[]): void
  /** A device's answer; false where it is none. Resolves when it is written. */
  reply(device: KnownDevice, topic: string, payload: Buffer): Promise<boolean>
  /** A device listens to its commands again. */
  listening(device: KnownDevice): void
  close(): Promise<void>
}

/**
 * The ladder of a command: queued, sent, acknowledged, observed; or refused, silent, expired. Every step is written with its time
 * and told to the consoles after the commit. A switch has one live command: a newer one ends the older as refused, with the reason
 * "superseded". A motor passes through stop between its directions.
 */
export function createCommands(given: {
  pool: pg.Pool
  log: Logger
  clock: () => number
  live: LivePublisher
  broker: Pick<BrokerDoor, 'tell' | 'isConnected'>
}): Commands {
  const { pool, log, clock, live, broker } = given
  const sparing = createSparingLog(log)
  const open = new Map<string, Open>()
  /** Requests of one switch go one after another. */
  const turns = new Map<number, Promise<unknown>>()
  /** Reports and periods that were asked for: their replies are no surprise. */
  const asked = new Map<string, number>()
  /** Steps between two tries, to be woken by the end. */
  const sleeping = new Set<() => void>()
  let closed = false

  const openOf = (switchId: number): Open[] => [...open.values()].filter((one) => one.switchId === switchId)

  /** Moves a command on; what has ended stays ended. Resolves when the step is in the database. */
  function advance(one: Open, state: CommandState, message: string | null = one.message): Promise<void> {
    if (isEnd(one.state)) return one.written
    const at = clock()
    one.state = state
    one.message = message
    one.history = [...one.history, { state, at }]
    if (one.timer) clearTimeout(one.timer)
    one.timer = null
    if (isEnd(state)) open.delete(one.id)
    const parcels = wordsToAuthor(one, state, at)
    one.written = one.written.then(async () => {
      await write(one, state, at, message, parcels)
      tell(one, state, at, message)
      if (isEnd(state)) live.changed(one.tenantId, 'command', null, one.areaId)
    })
    follow(one, state)
    return one.written
  }

  /** A page follows what a person wished; the stop on the way to it stands in the log alone. */
  function tell(one: Open, state: CommandState, at: number, message: string | null): void {
    if (!one.leads) live.command(one.tenantId, one.areaId, [one.switchId, one.id, state, at, one.status, message])
  }

  /**
   * A step, and in the same statement what its author is to be told of it, once: a step that was written without our hearing of it is not
   * written again, and what its author is told has a key. While the database is away the step waits, and those after it
   * wait behind it. They are few: nothing new is asked for without the database, and a command has at most three steps to its end.
   */
  async function write(one: Open, state: CommandState, at: number, message: string | null, parcels: string): Promise<void> {
    const step = JSON.stringify([{ state, at }])
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
      try {
        await pool.query(
          `with moved as (update command set state = $2, state_at = $3, message = $4, history = history || $5::jsonb
             where id = $1 and not history @> $5::jsonb)
           ${insertParcels('$6')}`,
          [one.id, state, at, message, step, parcels],
        )
        return
      } catch (cause) {
        const fields = { command: one.id, state, cause: (cause as Error).message }
        // What a stopping server leaves, the next one takes up from the last step that is written.
        if (closed || isRefusal(cause)) {
          log.error(fields, 'a step of a command could not be written')
          return
        }
        sparing.say('error', 'command step', fields, 'a step of a command could not be written; trying again')
        await sleep(pause)
      }
    }
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        sleeping.delete(wake)
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      sleeping.add(wake)
    })
  }

  function follow(one: Open, state: CommandState): void {
    if (state === 'sent') arm(one, SILENCE_MS, () => advance(one, 'silent', REASON.noAnswer))
    // A slow actuator has said yes: it has the command's whole life to show it.
    if (state === 'acknowledged') arm(one, Math.max(SILENCE_MS, one.expiresAt - clock()), () => advance(one, 'silent', REASON.notObserved))
    if (state === 'queued') arm(one, Math.max(0, one.expiresAt - clock()), () => advance(one, 'expired', REASON.notInTime))
    if (!isEnd(state)) return
    const { next } = one
    if (next && state === 'observed') void leave(next)
    else if (next && one.message === REASON.notConnected) void advance(next, 'silent', REASON.notConnected)
    else if (next && one.message !== REASON.superseded) void advance(next, 'refused', REASON.stopNotConfirmed)
  }

  function arm(one: Open, ms: number, act: () => unknown): void {
    if (closed) return
    one.timer = setTimeout(act, ms)
    one.timer.unref()
  }

  /** What the author of a command that failed is to be told, for the statement that writes the failure; usually nothing. */
  function wordsToAuthor(one: Open, state: CommandState, at: number): string {
    const hasFailed = isEnd(state) && state !== 'observed' && !one.next
    // The caller of a command that could not leave has it in the answer; a superseded one was replaced by a person who saw it.
    const isKnown = ([REASON.superseded, REASON.notConnected, REASON.databaseAway] as (string | null)[]).includes(one.message)
    if (!hasFailed || isKnown || one.authorId == null || closed) return parcelsParameter([], at)
    const ownReason = Object.entries(REASON).find(([, key]) => key === one.message)?.[0]
    const message: Message = {
      subject: `notices:command.subject.${state}`,
      content: `notices:command.content.${ownReason ?? 'because'}`,
      params: {
        device: one.deviceName,
        name: one.switchName == null ? '' : ` “${one.switchName}”`,
        circuit: one.circuit,
        status: one.status,
        ...(ownReason == null ? { reason: one.message ?? '' } : {}),
      },
      severity: 'warning',
      key: `command/${one.id}`,
    }
    return parcelsParameter([messageTo({ tenantId: one.tenantId, userId: one.authorId }, message)], at)
  }

  /** Sends a queued command. Answers whether it left; that it did may still have to be written. */
  async function leave(one: Open): Promise<boolean> {
    if (isEnd(one.state)) return false
    if (clock() >= one.expiresAt) {
      await advance(one, 'expired', REASON.notInTime)
      return false
    }
    const payload = JSON.stringify({ id: one.id, circuit: one.circuit, status: one.status, expires: one.expiresAt })
    const topic = commandTopic.of({ tenantId: one.tenantId, eui: one.eui, commandId: one.id })
    const left = await broker.tell({ tenantId: one.tenantId, eui: one.eui }, topic, payload, one.expiresAt)
    if (left && one.state === 'queued') void advance(one, 'sent')
    else if (!left) void advance(one, 'silent', REASON.notConnected)
    return left
  }

  async function record(row: SwitchRow, wanted: Wanted, after: Open | null, leads = false): Promise<Open> {
    const at = clock()
    const one: Open = {
      id: randomUUID(),
      tenantId: wanted.tenantId,
      areaId: row.area_id,
      deviceId: row.device_id,
      eui: row.eui,
      deviceName: row.device_name,
      switchId: row.id,
      switchName: row.name,
      circuit: row.circuit,
      status: wanted.status,
      authorId: wanted.authorId,
      expiresAt: at + COMMAND_LIFE_MS,
      after,
      leads,
      next: null,
      state: 'queued',
      // Only what waits for a stop is said to have been queued; everything else leaves as soon as it is recorded.
      history: after ? [{ state: 'queued', at }] : [],
      message: null,
      timer: null,
      written: Promise.resolve(),
    }
    const inserted = pool.query(
      `insert into command (id, tenant_id, area_id, device_id, switch_id, circuit, status, author_id, created_at, expires_at, state, state_at, history, after_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'queued', $9, $11, $12)`,
      [
        one.id,
        one.tenantId,
        one.areaId,
        one.deviceId,
        one.switchId,
        one.circuit,
        one.status,
        one.authorId,
        at,
        one.expiresAt,
        JSON.stringify(one.history),
        after?.id ?? null,
      ],
    )
    try {
      await inserted
    } catch (cause) {
      // It may be there all the same, and would be taken up by the next server as one that has still to leave.
      if (isAway(cause)) void advance(one, 'expired', REASON.databaseAway)
      throw cause
    }
    open.set(one.id, one)
    if (after) tell(one, 'queued', at, null)
    return one
  }

  /** Whether a motor may be running against the wanted direction, as far as anyone knows. */
  async function mayRunAgainst(row: SwitchRow, status: number): Promise<boolean> {
    if (row.kind !== 'related' && row.kind !== 'blind') return false
    if (status === 0) return false
    const opposite = status === 1 ? 2 : 1
    if (row.status === opposite || row.status === null) return true
    // A command that way was sent and the device has said nothing of the circuit since.
    const { rows } = await pool.query(
      `select 1 from command where switch_id = $1 and status = $2 and history @> '[{"state":"sent"}]' and created_at >= $3 and (state <> 'refused' or message = $4)
       and not exists (select 1 from command s where s.switch_id = $1 and s.status = 0 and s.state = 'observed' and s.created_at > command.created_at) limit 1`,
      [row.id, opposite, row.status_at ?? 0, REASON.superseded],
    )
    return rows.length > 0
  }

  async function request(wanted: { tenantId: number; switchId: number; status: number; authorId: number }, patience: Patience) {
    const { rows } = await pool.query<SwitchRow>(
      `select s.id, s.device_id, s.area_id, s.circuit, s.kind, s.name, s.status, s.status_at, d.eui, d.name as device_name
       from switch s join device d on d.id = s.device_id where s.id = $1 and s.tenant_id = $2`,
      [wanted.switchId, wanted.tenantId],
    )
    const row = rows[0]
    if (!row) throw notFound()
    if (!(statusesOf[row.kind] as readonly number[]).includes(wanted.status))
      throw new CallFailure('error.switch.status', { status: wanted.status })
    if (patience.isOver) throw notSent()
    const older = openOf(row.id)
    // What waits behind a stop ends first, so that the stop's own end sends nothing.
    for (const one of older.toSorted((a, b) => Number(b.after != null) - Number(a.after != null))) {
      one.next = null
      void advance(one, 'refused', REASON.superseded)
    }
    await Promise.all(older.map(({ written }) => written))
    const stopFirst = await mayRunAgainst(row, wanted.status)
    if (patience.isOver) throw notSent()
    const stop = stopFirst ? await record(row, { ...wanted, status: 0 }, null, true) : null
    const one = await record(row, wanted, stop).catch((cause: unknown) => {
      if (stop) void advance(stop, 'expired', REASON.databaseAway)
      throw cause
    })
    if (!patience.mayLeave()) {
      for (const made of [stop, one]) if (made) void advance(made, 'expired', REASON.databaseAway)
      throw notSent()
    }
    if (stop) {
      stop.next = one
      follow(one, 'queued')
    }
    const left = await leave(stop ?? one)
    // From here on the answer is known. Its steps are written, and told, as soon as the database takes them.
    await patience.waitFor(Promise.all([stop?.written, one.written]))
    return answerOf(one, left)
  }
  const answerOf = (one: Open, left: boolean) => ({
    result: left ? (1 as const) : (0 as const),
    commandId: one.id,
    state: one.state,
    message: one.message,
  })

  async function ask(device: { tenantId: number; eui: string }, what: { report: true } | { reportingPeriod: number }): Promise<boolean> {
    const id = randomUUID()
    const now = clock()
    const expires = now + COMMAND_LIFE_MS
    for (const [before, until] of asked) if (until < now) asked.delete(before)
    asked.set(id, now + REMEMBERED_ASKS_MS)
    return broker.tell(device, commandTopic.of({ ...device, commandId: id }), JSON.stringify({ id, ...what, expires }), expires)
  }

  return {
    async request(wanted) {
      const patience = createPatience(PATIENCE_MS)
      const answer = (turns.get(wanted.switchId) ?? Promise.resolve())
        .then(() => request(wanted, patience))
        .catch((cause: unknown) => {
          // Nothing that fails comes after the command has left.
          throw isAway(cause) ? notSent() : cause
        })
      const turn = answer.then(
        () => undefined,
        () => undefined,
      )
      turns.set(wanted.switchId, turn)
      void turn.then(() => {
        if (turns.get(wanted.switchId) === turn) turns.delete(wanted.switchId)
      })
      return patience.answer(answer)
    },
    askReport: (device) => ask(device, { report: true }),
    askPeriod: (device, periodMs) => ask(device, { reportingPeriod: periodMs }),

    observe(heard) {
      if (open.size === 0) return
      for (const { switchId, status } of heard) {
        for (const one of openOf(switchId)) {
          if (one.status === status && (one.state === 'sent' || one.state === 'acknowledged')) void advance(one, 'observed')
        }
      }
    },

    async reply(device, topic, payload) {
      const id = replyTopic.match(topic)?.commandId
      const said = replyTopic.payload.safeParse(parsed(payload))
      if (id === undefined || !said.success) return false
      const one = open.get(id)
      if (!one || one.deviceId !== device.id) {
        if (!asked.delete(id))
          sparing.say(
            'info',
            'answer to no command',
            { device: `${device.tenantId}/${device.eui}`, command: id.slice(0, 64) },
            'an answer came to a command that is not open',
          )
        return true
      }
      const message = storable(said.data.message)
      if (!said.data.ok) {
        await advance(one, 'refused', message ?? REASON.refused)
        return true
      }
      // The answer can overtake the word that the command has left.
      if (one.state === 'queued' && one.after === null) void advance(one, 'sent')
      if (one.state === 'sent') void advance(one, 'acknowledged', message)
      await one.written
      return true
    },

    listening(device) {
      for (const one of open.values()) {
        if (one.deviceId === device.id && one.state === 'queued' && (one.after === null || one.after.state === 'observed')) void leave(one)
      }
    },

    async recover() {
      const { rows } = await pool.query<{
        id: string
        tenant_id: number
        area_id: number
        device_id: number
        switch_id: number | null
        circuit: number
        status: number
        author_id: number | null
        expires_at: number
        state: CommandState
        state_at: number
        message: string | null
        history: Open['history']
        after_id: string | null
        after_state: CommandState | null
        eui: string
        device_name: string
        switch_name: string | null
      }>(
        `select c.*, a.state as after_state, d.eui, d.name as device_name, s.name as switch_name
         from command c join device d on d.id = c.device_id left join switch s on s.id = c.switch_id left join command a on a.id = c.after_id
         where c.state in ('queued', 'sent', 'acknowledged') order by c.created_at, (c.after_id is not null)`,
      )
      const now = clock()
      const found = new Map<string, Open>()
      for (const row of rows) {
        const after = row.after_id == null ? null : (found.get(row.after_id) ?? null)
        const one: Open = {
          id: row.id,
          tenantId: row.tenant_id,
          areaId: row.area_id,
          deviceId: row.device_id,
          eui: row.eui,
          deviceName: row.device_name,
          switchId: row.switch_id ?? 0,
          switchName: row.switch_name,
          circuit: row.circuit,
          status: row.status,
          authorId: row.author_id,
          expiresAt: row.expires_at,
          after,
          leads: rows.some(({ after_id }) => after_id === row.id),
          next: null,
          state: row.state,
          history: row.history,
          message: row.message,
          timer: null,
          written: Promise.resolve(),
        }
        found.set(one.id, one)
        open.set(one.id, one)
        if (after) after.next = one
      }
      for (const row of rows) {
        const one = found.get(row.id)!
        if (one.state === 'sent') rearm(one, row.state_at + SILENCE_MS - now, 'silent', REASON.noAnswer)
        else if (one.state === 'acknowledged')
          rearm(one, Math.max(row.state_at + SILENCE_MS, one.expiresAt) - now, 'silent', REASON.notObserved)
        else if (one.after === null && row.after_id != null && row.after_state !== 'observed')
          void advance(one, 'refused', REASON.stopNotConfirmed)
        else if (row.after_id == null)
          // It may have left, and the server ended before that was written: that it did not must not be said.
          rearm(one, one.expiresAt - now, 'silent', REASON.noAnswer)
        else rearm(one, one.expiresAt - now, 'expired', REASON.notInTime)
      }
      await Promise.all([...found.values()].map(({ written }) => written))
    },

    async close() {
      closed = true
      for (const wake of sleeping) wake()
      for (const one of open.values()) if (one.timer) clearTimeout(one.timer)
      await Promise.all([...open.values()].map(({ written }) => written))
    },
  }

  function rearm(one: Open, ms: number, state: CommandState, reason: string): void {
    if (ms <= 0) void advance(one, state, reason)
    else arm(one, ms, () => advance(one, state, reason))
  }
}

const notSent = () => new CallFailure('error.switch.notSent')

/**
 * Whoever asks is answered in time, whatever becomes of the database: until the command leaves with the failure that it never will, and
 * then it never does; from there on with the answer that is known without the database.
 */
function createPatience(ms: number) {
  const end = Promise.withResolvers<void>()
  const refusal = Promise.withResolvers<never>()
  let isOver = false
  let isLeaving = false
  const timer = setTimeout(() => {
    isOver = true
    end.resolve()
    if (!isLeaving) refusal.reject(notSent())
  }, ms)
  timer.unref()
  return {
    get isOver() {
      return isOver
    },
    /** False where the caller was told that nothing is sent. */
    mayLeave(): boolean {
      isLeaving = !isOver
      return isLeaving
    },
    waitFor: (work: Promise<unknown>): Promise<unknown> => Promise.race([work, end.promise]),
    answer: <Answer>(known: Promise<Answer>): Promise<Answer> => Promise.race([known, refusal.promise]).finally(() => clearTimeout(timer)),
  }
}
type Patience = ReturnType<typeof createPatience>

/** Whether the database refused what the statement says, as it will at every further try, rather than being away. */
const isRefusal = (cause: unknown) => /^2[23]/.test((cause as { code?: string }).code ?? '')

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}

const storable = (text: string | undefined): string | null => (text == null ? null : text.toWellFormed().replaceAll('\u0000', ''))
