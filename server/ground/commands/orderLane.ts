import type { Verb } from '#contract/core/verb'
import { COMMAND_LIFE_MS, isEnd } from '#contract/devices/command'
import { commandTopic } from '#contract/devices/protocol'
import { type Lane, type LaneEffect, type LaneEvent, type Moved, nextDue, REASON } from '#machines/devices/commandLane'
import { moveLane } from '#machines/devices/moveLane'
import type { BrokerDoor } from '../broker/door.ts'
import type { CommandAnswer } from '../commandDesk.ts'
import { isAway } from '../database/connection.ts'
import type { LivePublisher } from '../live/live.ts'
import { parcelsParameter } from '../outbox/parcel.ts'
import type { SparingLog } from '../sparingLog.ts'
import { writeHold } from './precedence/holdRows.ts'
import { wordsOfWarning } from './authorWords.ts'
import type { OpenOrder, Order } from './order.ts'
import { notSent, type Patience } from './patience.ts'
import type { Ask, CommandRepository, Step } from './repository.ts'
import type { StepWriter } from './stepWriter.ts'

export interface LaneServices {
  readonly repository: CommandRepository
  readonly writer: StepWriter
  readonly broker: Pick<BrokerDoor, 'tell' | 'lacksWords' | 'patienceWith'>
  readonly live: Pick<LivePublisher, 'command' | 'changed'>
  readonly verbs: ReadonlyMap<string, Verb>
  readonly clock: () => number
  /** Milliseconds that never jump. */
  readonly monotonic: () => number
  readonly sparing: SparingLog
}
/** A timer takes no more. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

type Event = LaneEvent<Order>
interface Judged extends Pick<Extract<Event, { type: 'asked' }>, 'reversal'> {
  /** Why it must not be done, null where nothing forbids it. */
  readonly may: (ask: Ask) => Promise<string | null>
  /** For so long from now on its circuit is held for its author; undefined leaves that as it is. */
  readonly holdMs: number | undefined
}

/**
 * The commands of one target as this server has them in hand: what happens to them goes one after another through `moveLane`, and what
 * follows from it is done here. Steps are written behind, in their order, and told to the consoles once they are written.
 */
export class OrderLane {
  readonly #given: LaneServices
  #lane: Lane<Order> = []
  #turn: Promise<unknown> = Promise.resolve()
  #written: Promise<void> = Promise.resolve()
  #busy = 0
  #timer: NodeJS.Timeout | undefined
  #begun = { at: 0, tick: 0 }
  #closed = false

  constructor(given: LaneServices) {
    this.#given = given
  }

  /** Whether nothing stands here and nothing is under way: then it need not be kept. */
  get isIdle(): boolean {
    return this.#lane.length === 0 && this.#busy === 0
  }
  get written(): Promise<void> {
    return this.#written
  }
  has = (id: string): boolean => this.#lane.some((one) => one.id === id)

  /** Does so when all that came before has been done. */
  run<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    this.#busy++
    const answer = this.#turn.then(act).finally(() => this.#busy--)
    this.#turn = answer.catch(() => undefined)
    return answer
  }
  post(event: Event): Promise<void> {
    return this.run(async () => void (await this.#apply(event)))
  }

  /** Records what is asked and sends it. Only within `run`. */
  async ask(wanted: Order, judged: Judged, patience: Patience): Promise<Omit<CommandAnswer, 'heldSeconds'>> {
    await this.#written
    patience.mustLast()
    const { lane, effects } = await this.#decide(wanted, judged)
    this.#lane = lane
    const recorded = effects.filter((effect) => effect.type === 'record').map(({ one }) => one)
    for (const effect of effects) if (effect.type === 'step') this.#told(effect.one)
    for (const one of recorded) {
      if (one.after !== null) this.#told(one)
      if (isEnd(one.state)) this.#given.live.changed(one.subject.tenantId, 'command', null, one.subject.areaId)
    }
    if (judged.holdMs !== undefined && lane.some(({ id }) => id === wanted.id))
      this.#given.live.changed(wanted.subject.tenantId, 'manualHold', wanted.subject.switchId, wanted.subject.areaId)
    if (!patience.mayLeave()) {
      await this.#apply({ type: 'withheld', ids: recorded.map(({ id }) => id) })
      throw notSent()
    }
    const steps = await this.#perform(effects.filter(({ type }) => type === 'send'))
    const stands = this.#lane.find(({ id }) => id === wanted.id)
    const { state, message } = stands ?? steps.findLast(({ id }) => id === wanted.id) ?? recorded.at(-1)!
    this.#arm()
    return { result: stands ? 1 : 0, commandId: wanted.id, state, message }
  }

  async #decide(wanted: Order, { reversal, may, holdMs }: Judged): Promise<Moved<Order>> {
    const { repository } = this.#given
    const { subject, authorId } = wanted
    const decided: { moved?: Moved<Order> } = {}
    try {
      await repository.decide(subject, reversal && { aim: reversal.against, stop: reversal.stop.aim }, async (found, ask) => {
        const barred = await may(ask)
        decided.moved = moveLane(this.#lane, { type: 'asked', wanted, reversal, barred, ...found }, this.#now())
        if (holdMs !== undefined && subject.switchId !== null && decided.moved.lane.some(({ id }) => id === wanted.id))
          await writeHold(
            ask,
            { ...subject, switchId: subject.switchId },
            holdMs === 0 ? null : { userId: authorId, until: this.#given.clock() + holdMs },
          )
        return decided.moved.effects.filter((effect) => effect.type === 'record' || effect.type === 'step' || effect.type === 'supersede')
      })
      return decided.moved!
    } catch (cause) {
      // It may be there all the same, and would be taken up by the next server as one that has still to leave.
      if (decided.moved && isAway(cause)) {
        const ids = decided.moved.lane.filter(({ id }) => !this.has(id)).map(({ id }) => id)
        for (const effect of moveLane(decided.moved.lane, { type: 'withheld', ids }, this.#now()).effects)
          if (effect.type === 'step') this.#write(effect)
      }
      throw cause
    }
  }

  /** Moves the lane on; answers the steps that followed. */
  async #apply(event: Event): Promise<OpenOrder[]> {
    const { lane, effects } = moveLane(this.#lane, event, this.#now())
    this.#lane = lane
    this.#arm()
    return this.#perform(effects)
  }

  async #perform(effects: readonly LaneEffect<Order>[]): Promise<OpenOrder[]> {
    const steps: OpenOrder[] = []
    for (const effect of effects) {
      if (effect.type === 'step') {
        this.#write(effect)
        steps.push(effect.one)
      } else if (effect.type === 'send') {
        steps.push(...(await this.#apply(await this.#send(effect.one))))
      } else if (effect.type === 'warn') this.#warn(effect.one)
    }
    return steps
  }

  /** Tells the device; answers what came of it. */
  async #send({ id, subject, verb: name, args, expiresAt, maxRunMs }: OpenOrder): Promise<Event> {
    const cameOf = (left: boolean): Event => ({ type: 'left', id, left })
    const verb = this.#given.verbs.get(name)
    if (!verb) return cameOf(false)
    const { tenantId, eui } = subject
    const expires = expiresAt ?? this.#given.clock() + COMMAND_LIFE_MS
    const what = verb.wire?.(args) ?? { verb: name, args }
    const payload = JSON.stringify({ id, ...what, expires, ...(maxRunMs === null ? {} : { run: maxRunMs }) })
    try {
      const { broker } = this.#given
      const left = await broker.tell({ tenantId, eui }, commandTopic.of({ tenantId, eui, commandId: id }), payload, expires)
      if (left) return { type: 'left', id, left, patienceMs: broker.patienceWith({ tenantId, eui }) }
      if (!broker.lacksWords({ tenantId, eui }, payload)) return cameOf(left)
      return { type: 'replied', id, ok: false, message: REASON.noWords }
    } catch (cause) {
      this.#given.sparing.say('error', 'command telling', { command: id, cause: (cause as Error).message }, 'a command could not be sent')
      return cameOf(false)
    }
  }

  #write(step: Step): void {
    this.#busy++
    this.#written = this.#written.then(async () => {
      const isOurs = await this.#given.writer.write(step)
      if (isOurs) this.#told(step.one)
      else void this.post({ type: 'lost', id: step.one.id })
      this.#busy--
    })
  }

  /** A page follows what was wished; the stop on the way to it stands in the log alone. */
  #told({ id, subject, state, at, aim, message, leads }: OpenOrder): void {
    const { tenantId, areaId, switchId } = subject
    const { live } = this.#given
    if (!leads && switchId !== null && aim !== null) live.command(tenantId, areaId, [switchId, id, state, at, aim, message])
    if (isEnd(state)) live.changed(tenantId, 'command', null, areaId)
  }

  #warn(one: OpenOrder): void {
    const { repository, sparing, clock } = this.#given
    repository.tell(parcelsParameter(wordsOfWarning(one), clock())).catch((cause: Error) => {
      sparing.say('error', 'command warning', { command: one.id, cause: cause.message }, 'a command that waits could not be told of')
    })
  }

  /** The time of this lane, ms UTC: a clock that is set while a command is under way makes no wait longer or shorter. */
  #now(): number {
    const { clock, monotonic } = this.#given
    if (nextDue(this.#lane) === Infinity) this.#begun = { at: clock(), tick: monotonic() }
    return Math.floor(this.#begun.at + monotonic() - this.#begun.tick)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const due = nextDue(this.#lane)
    if (this.#closed || due === Infinity) return
    this.#timer = setTimeout(() => void this.post({ type: 'due' }), Math.min(LONGEST_WAIT_MS, Math.max(0, due - this.#now())))
    this.#timer.unref()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }
}
