import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Verb } from '#contract/core/verb'
import { COMMAND_LIFE_MS } from '#contract/devices/command'
import { endsSooner } from '#contract/devices/longestRun'
import { commandTopic, replyTopic } from '#contract/devices/protocol'
import { circuitTarget } from '#contract/devices/verbs'
import type { LaneEvent } from '#machines/devices/commandLane'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { CommandAnswer, CommandDesk, Wish } from '../commandDesk.ts'
import { isAway } from '../database/connection.ts'
import { CallFailure, notFound } from '../failure.ts'
import type { Heard } from '../ingest/ingest.ts'
import { createSparingLog } from '../sparingLog.ts'
import type { MayAct } from './precedence/rule.ts'
import { laneKey, type Order, type Subject } from './order.ts'
import { type LaneServices, OrderLane } from './orderLane.ts'
import type { FoundSubject } from './repository.ts'
import { createPatience, notSent, type Patience } from './patience.ts'
import { createStepWriter } from './stepWriter.ts'

const REMEMBERED_ASKS_MS = COMMAND_LIFE_MS
/** How long a caller waits for what the database has to say. With the reading before it that is less than the console's own patience. */
const PATIENCE_MS = 5000

export interface Commands extends CommandDesk {
  /** Takes up what is in no living server's hand. */
  takeUp(): Promise<void>
  /** What devices said of their circuits, after the commit. */
  observe(heard: readonly Heard[]): void
  /** A device's answer; false where it is none. Resolves when it is written. */
  reply(device: KnownDevice, topic: string, payload: Buffer): Promise<boolean>
  /** The network of a device has sent a command on by radio. */
  radioed(device: KnownDevice, commandId: string): void
  /** A device listens to its commands again. */
  listening(device: KnownDevice): void
  close(): Promise<void>
}

/**
 * The ladder of a command: queued, sent, acknowledged, observed; or refused, silent, expired (machines/devices/moveLane.ts). Every step is
 * written with its time and told to the consoles after the commit.
 */
export function createCommandDesk(
  given: Omit<LaneServices, 'writer' | 'sparing' | 'verbs'> & { log: Logger; verbs: readonly Verb[]; mayAct: MayAct },
): Commands {
  const { repository, broker, clock, log, mayAct } = given
  const sparing = createSparingLog(log)
  const writer = createStepWriter({ repository, log, sparing })
  const services: LaneServices = { ...given, writer, sparing, verbs: new Map(given.verbs.map((verb) => [verb.name, verb])) }
  const lanes = new Map<string, { deviceId: number; lane: OrderLane }>()
  const asks = createAsks()

  /** The lane of a target, for as long as something is under way there. */
  async function inLane<Answer>(of: Pick<Subject, 'deviceId' | 'target'>, act: (lane: OrderLane) => Promise<Answer>): Promise<Answer> {
    const key = laneKey(of)
    const { lane } = lanes.get(key) ?? { lane: new OrderLane(services) }
    lanes.set(key, { deviceId: of.deviceId, lane })
    try {
      return await act(lane)
    } finally {
      if (lane.isIdle) lanes.delete(key)
    }
  }
  const posted = async (lane: OrderLane, event: LaneEvent<Order>): Promise<void> => {
    await lane.post(event)
    await lane.written
  }

  async function request<Args extends object, Kind extends string>(wish: Wish<Args, Kind>, patience: Patience): Promise<CommandAnswer> {
    const target = wish.verb.target(wish.args)
    return inLane({ deviceId: wish.deviceId, target }, async (lane) => {
      const answer = await lane.run(async () => {
        const found = await repository.subjectOf({ ...wish, target })
        if (!found) throw notFound()
        const { wanted, reversal } = orderOf(wish, found, clock())
        const starts = wish.verb.stop?.(wish.args) != null
        const came = await lane.ask(
          wanted,
          { reversal, may: (ask) => mayAct(ask, { order: wanted, starts }), holdMs: wish.holdMs },
          patience,
        )
        const { longestRun } = found
        const asked = wanted.maxRunMs === null ? null : wanted.maxRunMs / 1000
        return { ...came, heldSeconds: starts && endsSooner(longestRun, asked) ? longestRun : null }
      })
      // From here on the answer is known. Its steps are written, and told, as soon as the database takes them.
      await patience.waitFor(lane.written)
      return answer
    })
  }

  return {
    request(wish) {
      const patience = createPatience(PATIENCE_MS)
      return patience.answer(
        request(wish, patience).catch((cause: unknown) => {
          // Nothing that fails comes after the command has left.
          throw isAway(cause) ? notSent() : cause
        }),
      )
    },
    askReport: (device) => asks.ask(device, { report: true }, broker, clock()),
    askPeriod: (device, periodMs) => asks.ask(device, { reportingPeriod: periodMs }, broker, clock()),

    observe(heard) {
      for (const { device, circuit, status } of lanes.size === 0 ? [] : heard) {
        const found = lanes.get(laneKey({ deviceId: device.id, target: circuitTarget(circuit) }))
        if (found) void found.lane.post({ type: 'seen', value: status })
      }
    },

    async reply(device, topic, payload) {
      const id = replyTopic.match(topic)?.commandId
      const said = replyTopic.payload.safeParse(parsed(payload))
      if (id === undefined || !said.success) return false
      const found = [...lanes.values()].find(({ deviceId, lane }) => deviceId === device.id && lane.has(id))
      if (found) await posted(found.lane, { type: 'replied', id, ok: said.data.ok, message: storable(said.data.message) })
      else if (!asks.answered(id)) {
        const fields = { device: `${device.tenantId}/${device.eui}`, command: id.slice(0, 64) }
        sparing.say('info', 'answer to no command', fields, 'an answer came to a command that is not open')
      }
      return true
    },

    radioed(device, commandId) {
      for (const { deviceId, lane } of lanes.values())
        if (deviceId === device.id && lane.has(commandId)) void lane.post({ type: 'radioed', id: commandId })
    },

    listening(device) {
      for (const { deviceId, lane } of lanes.values()) if (deviceId === device.id) void lane.post({ type: 'listening' })
    },

    async takeUp() {
      for (const [key, { lane }] of lanes) if (lane.isIdle) lanes.delete(key)
      const taken = Map.groupBy(await repository.takeUp(), ({ one }) => laneKey(one.subject))
      await Promise.all(
        [...taken.values()].map((commands) => inLane(commands[0]!.one.subject, (lane) => posted(lane, { type: 'takenUp', commands }))),
      )
    },

    async close() {
      writer.close()
      for (const { lane } of lanes.values()) lane.close()
      await Promise.all([...lanes.values()].map(({ lane }) => lane.written))
    },
  }
}

/**
 * What is asked, with the usual running time where none is, and the stop that may have to lead it. Fails with what the verb says against it,
 * error.switch.run or error.switch.runLimits.
 */
function orderOf<Args extends object, Kind extends string>(
  { id = randomUUID(), verb, args, asker, priority, maxRunMs, waits }: Wish<Args, Kind>,
  { subject, kind, run }: FoundSubject,
  now: number,
) {
  const fault = verb.fault?.(args, kind as Kind | null)
  if (fault != null) throw new CallFailure(fault, { status: verb.aim(args) ?? '' })
  const stop = verb.stop?.(args) ?? null
  if (maxRunMs !== undefined && stop === null) throw new CallFailure('error.switch.run')
  if (maxRunMs !== undefined && run !== null && (maxRunMs < run.least * 1000 || maxRunMs > run.most * 1000))
    throw new CallFailure('error.switch.runLimits', { least: run.least, most: run.most })
  const usual = stop === null || run === null || run.usual === null ? null : run.usual * 1000
  const wanted: Order = {
    id,
    subject,
    verb: verb.name,
    args: verb.args.parse(args),
    aim: verb.aim(args),
    authorId: asker.userId,
    cause: asker.by,
    causeName: 'name' in asker ? asker.name : null,
    priority,
    createdAt: now,
    expiresAt: waits ? null : now + COMMAND_LIFE_MS,
    maxRunMs: maxRunMs ?? usual,
  }
  const against = verb.against?.(args, kind as Kind | null) ?? null
  const leading = (of: Args): Order => ({ ...wanted, id: randomUUID(), args: of, aim: verb.aim(of), cause: 'stopFirst', maxRunMs: null })
  return { wanted, reversal: against === null || stop === null ? null : { against, stop: leading(stop) } }
}

/** Reports and periods that were asked for: their replies are no surprise. */
function createAsks() {
  const asked = new Map<string, number>()
  return {
    ask(
      device: { tenantId: number; eui: string },
      what: { report: true } | { reportingPeriod: number },
      broker: LaneServices['broker'],
      now: number,
    ): Promise<boolean> {
      const id = randomUUID()
      const expires = now + COMMAND_LIFE_MS
      for (const [before, until] of asked) if (until < now) asked.delete(before)
      asked.set(id, now + REMEMBERED_ASKS_MS)
      return broker.tell(device, commandTopic.of({ ...device, commandId: id }), JSON.stringify({ id, ...what, expires }), expires)
    },
    answered: (id: string) => asked.delete(id),
  }
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}

const storable = (text: string | undefined): string | null => (text == null ? null : text.toWellFormed().replaceAll('\u0000', ''))
