import { COMMAND_LIFE_MS, type CommandState, isEnd, outranks } from '#contract/devices/command'
import {
  type Asked,
  deadline,
  type Lane,
  type LaneEffect,
  type LaneEvent,
  type Moved,
  queued,
  REASON,
  type Standings,
} from './commandLane.ts'

const isUnderWay = ({ state }: { state: CommandState }) => state === 'sent' || state === 'acknowledged'

/**
 * The ladder of commands of one target: queued, sent, acknowledged, observed; or refused, silent, expired. What has ended stays ended.
 * One command is under way: a newer one that stands as high ends it as refused with the reason "superseded", one that stands lower is
 * refused itself. A motor passes through stop between its directions: the stop leads, and what was asked waits for it to be observed.
 */
export function moveLane<One extends Asked>(lane: Lane<One>, event: LaneEvent<One>, now: number): Moved<One> {
  const moving = new Moving(lane, now)
  switch (event.type) {
    case 'asked':
      ask(moving, event)
      break
    case 'left':
      moving.each(
        ({ id }) => id === event.id,
        (one) => (event.left ? moving.sent(one, event.patienceMs) : moving.notSent(one)),
      )
      break
    case 'radioed':
      moving.each(
        ({ id, after }) => id === event.id && after === null,
        (one) => moving.radioed(one),
      )
      break
    case 'replied':
      moving.each(
        ({ id, after }) => id === event.id && after === null,
        (one) => moving.replied(one, event),
      )
      break
    case 'seen':
      moving.each(
        (one) => one.aim === event.value,
        (one) => moving.seen(one),
      )
      break
    case 'listening':
      moving.each(
        ({ state, after, expiresAt, mayHaveLeft }) =>
          after === null && (state === 'queued' || (state === 'sent' && (expiresAt === null || mayHaveLeft))),
        (one) => moving.send(one),
      )
      break
    case 'due':
      moving.each(
        (one) => deadline(one) <= now,
        (one) => moving.late(one),
      )
      break
    case 'lost':
      moving.drop(event.id)
      break
    case 'withheld':
      for (const id of event.ids)
        moving.each(
          (one) => one.id === id,
          (one) => moving.step(one, 'expired', { message: REASON.databaseAway }),
        )
      break
    case 'takenUp':
      takeUp(moving, event)
      break
  }
  return { lane: moving.lane, effects: moving.effects }
}

function ask<One extends Asked>(moving: Moving<One>, event: LaneEvent<One> & { type: 'asked' }): void {
  const { wanted, reversal, elsewhere } = event
  const open = [...moving.lane, ...elsewhere]
  const message = event.barred ?? (open.some(({ priority }) => outranks(priority, wanted.priority)) ? REASON.outranked : null)
  if (message !== null) {
    const at = moving.now
    moving.effects.push({
      type: 'record',
      one: { ...queued(wanted, at), state: 'refused', message, history: [{ state: 'refused', at }] },
    })
    return
  }
  // What was sent and is not confirmed may still be carried out, whatever the device said of the target meanwhile.
  const mayRun = [...event.sent, ...[...moving.lane.filter(isUnderWay), ...elsewhere].map(({ aim }) => aim)]
  const stopsFirst = reversal !== null && (event.said === null || event.said === reversal.against || mayRun.includes(reversal.against))
  for (const one of moving.lane) moving.step(one, 'refused', { message: REASON.superseded })
  for (const { id } of elsewhere) moving.effects.push({ type: 'supersede', id, at: moving.now })
  const stop = stopsFirst ? queued(reversal.stop, moving.now, { leads: true }) : null
  const one = queued(wanted, moving.now, { after: stop?.id ?? null })
  moving.lane = stop === null ? [one] : [stop, one]
  for (const made of moving.lane) moving.effects.push({ type: 'record', one: made })
  moving.send(stop ?? one)
}

function takeUp<One extends Asked>(moving: Moving<One>, event: LaneEvent<One> & { type: 'takenUp' }): void {
  const news = event.commands.filter(({ one }) => !moving.lane.some(({ id }) => id === one.id))
  moving.lane = [
    ...moving.lane,
    ...news.map(({ one, stop }) => ({ ...notAhead(one, moving.now), after: stop === 'open' ? one.after : null })),
  ]
  for (const { one: given, stop, said } of news) {
    const found = moving.find(given.id)
    if (!found) continue
    if (stop === 'failed') {
      moving.end(found, 'refused', REASON.stopNotConfirmed)
      continue
    }
    const one = found.state === 'queued' && found.after === null && found.expiresAt !== null ? moving.assumeSent(found) : found
    if (said !== null && said === one.aim && isUnderWay(one)) moving.seen(one)
    else if (deadline(one) <= moving.now) moving.late(one)
    else if (one.expiresAt === null && one.state !== 'acknowledged') moving.send(one)
  }
}

/** What a server wrote whose clock was ahead waits no longer for that. */
const notAhead = <One extends Asked>(one: Standings<One>, now: number): Standings<One> => ({
  ...one,
  at: Math.min(one.at, now),
  expiresAt: one.expiresAt === null ? null : Math.min(one.expiresAt, now + COMMAND_LIFE_MS),
})

/** One move of a lane: what stands on it, and what is to be done. */
class Moving<One extends Asked> {
  readonly effects: LaneEffect<One>[] = []
  lane: Lane<One>
  readonly now: number
  constructor(lane: Lane<One>, now: number) {
    this.lane = lane
    this.now = now
  }

  find = (id: string) => this.lane.find((one) => one.id === id)

  /** Does so to each of these that still stands when its turn comes. */
  each(which: (one: Standings<One>) => boolean, act: (one: Standings<One>) => void): void {
    for (const { id } of this.lane.filter(which)) {
      const one = this.find(id)
      if (one) act(one)
    }
  }

  /** In the place of what stands under its id. */
  put(one: Standings<One>): void {
    this.lane = this.lane.map((each) => (each.id === one.id ? one : each))
  }

  drop(id: string): void {
    this.lane = this.lane.filter((one) => one.id !== id)
  }

  step(
    one: Standings<One>,
    state: CommandState,
    given: { message?: string | null; runsUntil?: number | null | undefined; replaces?: boolean } = {},
  ): Standings<One> {
    // The clock may have been set back: the past stays in order, and what is waited for counts from now.
    const past = Math.max(this.now, one.history.at(-1)?.at ?? 0)
    const { message = one.message, runsUntil, replaces = false } = given
    const made: Standings<One> = {
      ...one,
      state,
      at: this.now,
      message,
      mayHaveLeft: false,
      history: [...one.history, { state, at: past }],
    }
    if (isEnd(state)) this.drop(one.id)
    else this.put(made)
    this.effects.push({ type: 'step', one: made, runsUntil, replaces })
    return made
  }

  send(one: Standings<One>): void {
    if (one.expiresAt !== null && this.now >= one.expiresAt) this.late(one)
    else this.effects.push({ type: 'send', one })
  }

  sent(one: Standings<One>, patienceMs?: number): Standings<One> {
    if (one.state !== 'queued') return one
    return this.step(patienceMs === undefined ? one : { ...one, patienceMs }, 'sent', { runsUntil: this.runsUntil(one) })
  }

  /** It is on the air: what is waited for counts from now, and what it starts may run as long from now. */
  radioed(one: Standings<One>): void {
    const sent = this.sent(one)
    if (sent.state === 'sent') this.step(sent, 'sent', { message: REASON.radioed, runsUntil: this.runsUntil(sent) })
  }

  /** It may have left, and its server ended before that was written: that it did not must not be said. */
  assumeSent(one: Standings<One>): Standings<One> {
    const sent = { ...this.sent(one), mayHaveLeft: true }
    this.put(sent)
    return sent
  }

  notSent(one: Standings<One>): void {
    if (one.expiresAt === null) this.warn(one)
    else if (one.state === 'queued') this.end(one, 'silent', REASON.notConnected)
  }

  replied(one: Standings<One>, { ok, message }: { ok: boolean; message: string | null }): void {
    if (!ok) {
      this.end(one, 'refused', message ?? REASON.refused, null)
      return
    }
    // The answer can overtake the word that the command has left.
    const sent = this.sent(one)
    if (sent.state !== 'sent') return
    const said = this.step(sent, 'acknowledged', { message })
    if (said.aim === null) this.done(said)
  }

  seen(one: Standings<One>): void {
    if (isUnderWay(one)) this.done(one)
  }

  done(one: Standings<One>): void {
    const message = one.message === REASON.radioed ? null : one.message
    this.step(one, 'observed', { message, runsUntil: this.runsUntil(one), replaces: true })
    this.each(
      ({ after }) => after === one.id,
      (next) => {
        const free = { ...next, after: null }
        this.put(free)
        this.send(free)
      },
    )
  }

  /** Its time is over. */
  late(one: Standings<One>): void {
    if (one.state === 'acknowledged') this.end(one, 'silent', REASON.notObserved)
    else if (one.state === 'sent' && one.expiresAt === null) this.warn(one)
    else if (one.state === 'sent') this.end(one, 'silent', REASON.noAnswer)
    else this.end(one, 'expired', REASON.notInTime)
  }

  /** Ends a command without success, and with it what waits for it. */
  end(one: Standings<One>, state: 'refused' | 'silent' | 'expired', message: string, runsUntil?: number | null): void {
    this.step(one, state, { message, runsUntil })
    this.each(
      ({ after }) => after === one.id,
      (next) => (message === REASON.notConnected ? this.end(next, 'silent', message) : this.end(next, 'refused', REASON.stopNotConfirmed)),
    )
  }

  warn(one: Standings<One>): void {
    if (one.warned) return
    const warned = { ...one, warned: true }
    this.put(warned)
    this.effects.push({ type: 'warn', one: warned })
  }

  /** Until when that which it starts may run; undefined where nothing bounds it. */
  runsUntil({ maxRunMs }: Standings<One>): number | undefined {
    return maxRunMs === null ? undefined : this.now + maxRunMs
  }
}
