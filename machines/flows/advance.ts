import { COMMAND_LIFE_MS, type CommandState } from '#contract/devices/command'
import type { Checks, FlowDefinition, Step, StepPath, Target } from '#contract/flows/definition'
import type { Judged, RunReason, Trace, TRACES } from '#contract/flows/run'
import type { Verdict } from '#contract/watch/condition'
import { type Ask, type Cursor, earlier, type Frame, type StepState } from './cursor.ts'
import { joined } from './verdicts.ts'

/** How often it is looked whether what is waited for is so, ms. */
export const LOOK_EVERY_MS = 2000
/** How often it is looked how far a command has come, ms. */
export const FOLLOW_EVERY_MS = 500
/** A run that has begun so many steps goes in a circle. */
export const MOST_BEGUN = 2000
/** What ended by itself so long ago is not made safe once more, ms. */
const SAFE_AFTER_MS = 60_000

/** What is known of the world when a run goes on. */
export interface Facts {
  readonly now: number
  /** What checks say now; null where nobody has looked: then it is among `wants`. */
  look(checks: Checks, path: StepPath): readonly Judged[] | null
  /** How a command stands; null where it was never recorded. */
  command(id: string): { readonly state: CommandState; readonly message: string | null } | null
  /** What a circuit is when nobody is there; null where there is no such circuit any more. */
  rest(switchId: number): 0 | 1 | null
  /** When, since a moment, a circuit was brought to rest by others than this run, and by what it was asked; null where it was not. */
  undone(switchId: number, since: number): { readonly at: number; readonly by: Trace['by'] } | null
  /** Whether the run of a flow that goes before has it. */
  isOutranked(switchId: number): boolean
  newId(): string
}

/** What follows from a move, in order. */
export type Effect =
  | {
      readonly type: 'trace'
      readonly what: (typeof TRACES)[number]
      readonly path: StepPath | null
      readonly verdict?: Verdict
      readonly checks?: readonly Judged[]
      readonly ask?: { readonly id: string; readonly switchId: number; readonly status: number; readonly runSeconds: number | null }
      readonly state?: string
      readonly message?: string | null
      readonly until?: number
      readonly count?: number
      readonly reason?: RunReason
      readonly by?: Trace['by']
    }
  | {
      readonly type: 'ask'
      readonly id: string
      readonly switchId: number
      readonly status: number
      readonly runSeconds: number | null
      /** To bring it to rest: it waits for its device, however long that is away. */
      readonly safe: boolean
    }
  | { readonly type: 'notify'; readonly userIds: readonly number[]; readonly text: string }

export interface Advanced {
  readonly cursor: Cursor
  readonly effects: readonly Effect[]
  /** What is to be looked at before it can go on. */
  readonly wants: readonly { readonly checks: Checks; readonly path: StepPath }[]
  /** Its end, once nothing is left to be done. */
  readonly ended: { readonly state: 'success' | 'failed'; readonly reason: RunReason | null } | null
  /** When it may go on by itself, ms UTC; null where it ended. */
  readonly lookAt: number | null
}

/** Ends the run: `why` it fails. */
class Failure {
  readonly reason: RunReason
  readonly path: StepPath | null
  constructor(reason: RunReason, path: StepPath | null) {
    this.reason = reason
    this.path = path
  }
}

/**
 * Moves a run on as far as it comes at this moment. A function of its arguments: the same ones answer the same. `stop` ends it for that
 * reason. However it ends but by success, all that it started and that may still run is brought to rest before it counts as ended.
 */
export function advance(given: Cursor, { steps }: Pick<FlowDefinition, 'steps'>, facts: Facts, stop: RunReason | null = null): Advanced {
  const { now } = facts
  // What waits, waits no longer for a clock that was set back.
  const cursor = given.seenAt > now ? earlier(given, given.seenAt - now) : structuredClone(given)
  cursor.seenAt = now
  const effects: Effect[] = []
  const wants: { checks: Checks; path: StepPath }[] = []
  let earliest = Infinity

  const at = (moment: number) => void (earliest = Math.min(earliest, moment))
  const trace = (what: (typeof TRACES)[number], path: StepPath | null, more: Partial<Extract<Effect, { type: 'trace' }>> = {}) =>
    void effects.push({ type: 'trace', what, path, ...more })

  if (cursor.ending === null) {
    try {
      if (stop !== null) throw new Failure(stop, null)
      if (now >= cursor.deadline) throw new Failure('tooLong', null)
      at(cursor.deadline)
      const isOver = goOn(cursor.frame, steps, [])
      noticeUndone()
      if (isOver) cursor.ending = { state: 'success', reason: null, asks: [] }
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause
      const asks = cursor.turned
        .filter(({ until }) => until === null || until + SAFE_AFTER_MS > now)
        .toReversed()
        .map(({ switchId }) => newAsk(switchId, now))
      cursor.ending = { state: 'failed', reason: cause.reason, asks }
      trace('ended', cause.path, { reason: cause.reason })
    }
    if (cursor.ending?.state === 'success') trace('ended', null)
  }
  const { ending } = cursor
  if (ending === null) return { cursor, effects, wants, ended: null, lookAt: Math.max(now, earliest) }
  const open = ending.asks.filter((one) => !isSafe(one))
  if (open.length > 0) return { cursor, effects, wants: [], ended: null, lookAt: now + FOLLOW_EVERY_MS }
  return { cursor, effects, wants: [], ended: { state: ending.state, reason: ending.reason }, lookAt: null }

  /** What was started and is at rest before its time is said, once. It is made safe at the end all the same. */
  function noticeUndone(): void {
    for (const one of cursor.turned) {
      if (one.undone || (one.until !== null && now >= one.until)) continue
      const found = facts.undone(one.switchId, one.at)
      const rest = facts.rest(one.switchId)
      if (found === null || rest === null) continue
      one.undone = true
      trace('undone', null, { ask: { id: '', switchId: one.switchId, status: rest, runSeconds: null }, by: found.by, until: found.at })
    }
  }

  function newAsk(switchId: number, dueAt: number | null): Ask {
    return { switchId, commandId: facts.newId(), dueAt, askedAt: null, doneAt: null, failed: false }
  }

  /** Asks for rest until the asking is recorded: from there on it waits for its device by itself. */
  function isSafe(one: Ask): boolean {
    if (one.failed || one.doneAt !== null) return true
    const rest = facts.rest(one.switchId)
    if (rest === null || facts.isOutranked(one.switchId)) return (one.failed = true)
    if (one.askedAt === null) {
      trace('safe', null, { ask: { id: one.commandId, switchId: one.switchId, status: rest, runSeconds: null } })
      one.askedAt = now
    } else if (facts.command(one.commandId) !== null) {
      one.doneAt = now
      return true
    }
    effects.push({ type: 'ask', id: one.commandId, switchId: one.switchId, status: rest, runSeconds: null, safe: true })
    return false
  }

  /** Does a block as far as it comes; true once it is done. */
  function goOn(frame: Frame, block: readonly Step[], within: StepPath): boolean {
    while (frame.place < block.length) {
      const step = block[frame.place]!
      const path = [...within, frame.place]
      if (frame.step === null) {
        if (++cursor.begun > MOST_BEGUN) throw new Failure('tooLong', path)
        frame.step = begin(step, path)
        if (frame.step === null) return false
      }
      if (!isDone(frame.step, step, path)) return false
      frame.place++
      frame.step = null
    }
    return true
  }

  /** What checks say; null where somebody has to look first. */
  function ask(checks: Checks, path: StepPath): { verdict: Verdict; judged: readonly Judged[] } | null {
    const judged = facts.look(checks, path)
    if (judged === null) {
      wants.push({ checks, path })
      return null
    }
    return {
      verdict: joined(
        checks.join,
        judged.map(({ verdict }) => verdict),
      ),
      judged,
    }
  }

  /** Begins a step; null where somebody has to look first. */
  function begin(step: Step, path: StepPath): StepState | null {
    switch (step.kind) {
      case 'command':
      case 'makeSafe':
        return { kind: 'asks', asks: asksOf(step.target, path) }
      case 'wait': {
        const until = now + step.seconds * 1000
        trace('waits', path, { until })
        return { kind: 'wait', until }
      }
      case 'waitUntil': {
        const until = now + step.seconds * 1000
        trace('waits', path, { until })
        return { kind: 'waitUntil', until, lookAt: now }
      }
      case 'notify':
        effects.push({ type: 'notify', userIds: step.userIds, text: step.text })
        trace('notified', path, { count: step.userIds.length })
        return { kind: 'blocks', frames: [], round: 0 }
      case 'parallel':
        return { kind: 'blocks', frames: step.of.map((_, block) => ({ block, frame: { place: 0, step: null } })), round: 0 }
      case 'if': {
        const said = ask(step.checks, path)
        if (said === null) {
          cursor.begun--
          return null
        }
        trace('checked', path, { verdict: said.verdict, checks: said.judged })
        if (said.verdict === 'unknown' && step.unknown === 'stop') throw new Failure('unknown', path)
        const block = said.verdict === 'yes' ? 0 : 1
        trace('branch', path, { count: block })
        return { kind: 'blocks', frames: [{ block, frame: { place: 0, step: null } }], round: 0 }
      }
      case 'repeat':
        return { kind: 'blocks', frames: [], round: 0 }
    }
  }

  function asksOf(target: Target | null, path: StepPath): Ask[] {
    if (target === null) return cursor.turned.toReversed().map(({ switchId }) => newAsk(switchId, now))
    if (target.kind === 'switch') {
      if (target.switchId === null) throw new Failure('gone', path)
      return [newAsk(target.switchId, now)]
    }
    const group = target.groupId === null ? undefined : cursor.groups[target.groupId]
    if (group === undefined || group.switchIds.length === 0) throw new Failure('gone', path)
    return group.switchIds.map((switchId, nth) =>
      newAsk(
        switchId,
        group.rollout === 'staggered' ? now + nth * group.seconds * 1000 : group.rollout === 'together' || nth === 0 ? now : null,
      ),
    )
  }

  function isDone(state: StepState, step: Step, path: StepPath): boolean {
    if (state.kind === 'asks') return areAsked(state.asks, step as Extract<Step, { kind: 'command' | 'makeSafe' }>, path)
    if (state.kind === 'wait') {
      if (now < state.until) {
        at(state.until)
        return false
      }
      trace('waited', path)
      return true
    }
    if (state.kind === 'waitUntil') return isSo(state, step as Extract<Step, { kind: 'waitUntil' }>, path)
    if (step.kind === 'repeat') return areRounds(state, step, path)
    if (step.kind === 'parallel')
      state.frames = state.frames.filter(({ block, frame }) => !goOn(frame, step.of[block] ?? [], [...path, block]))
    if (step.kind === 'if')
      state.frames = state.frames.filter(({ block, frame }) => !goOn(frame, block === 0 ? step.then : step.else, [...path, block]))
    return state.frames.length === 0
  }

  function isSo(state: Extract<StepState, { kind: 'waitUntil' }>, step: Extract<Step, { kind: 'waitUntil' }>, path: StepPath): boolean {
    // At its end it is looked at once more.
    if (now >= state.lookAt || now >= state.until) {
      const said = ask(step.checks, path)
      if (said === null) return false
      const more = { verdict: said.verdict, checks: said.judged }
      if (said.verdict === 'yes') {
        trace('checked', path, more)
        return true
      }
      if (now >= state.until) {
        trace('checked', path, more)
        if (step.onTimeout === 'stop') throw new Failure('waitedTooLong', path)
        trace('passed', path, { reason: 'waitedTooLong' })
        return true
      }
      state.lookAt = now + LOOK_EVERY_MS
    }
    at(Math.min(state.lookAt, state.until))
    return false
  }

  function areRounds(state: Extract<StepState, { kind: 'blocks' }>, step: Extract<Step, { kind: 'repeat' }>, path: StepPath): boolean {
    for (;;) {
      const [going] = state.frames
      if (going !== undefined) {
        if (!goOn(going.frame, step.steps, [...path, 0])) return false
        state.frames = []
      }
      if (state.round >= step.times) return true
      if (step.until !== null) {
        const said = ask(step.until, path)
        if (said === null) return false
        trace('checked', path, { verdict: said.verdict, checks: said.judged })
        if (said.verdict === 'yes') return true
        // What hangs on it is not done without knowing.
        if (said.verdict === 'unknown') throw new Failure('unknown', path)
      }
      state.round++
      trace('round', path, { count: state.round })
      state.frames = [{ block: 0, frame: { place: 0, step: null } }]
    }
  }

  /** Asks for what is due and follows what was asked; true once each has an end. */
  function areAsked(asks: readonly Ask[], step: Extract<Step, { kind: 'command' | 'makeSafe' }>, path: StepPath): boolean {
    const isSafe = step.kind === 'makeSafe'
    for (const [nth, one] of asks.entries()) {
      const before = asks[nth - 1]
      if (one.dueAt === null && before !== undefined && (before.doneAt !== null || before.failed)) {
        const lasts = isSafe || step.runSeconds === null || before.failed ? 0 : step.runSeconds * 1000
        one.dueAt = Math.max(now, (before.doneAt ?? now) + lasts)
      }
      if (one.dueAt === null || one.doneAt !== null || one.failed) continue
      if (one.dueAt > now) {
        at(one.dueAt)
        continue
      }
      follow(one, step, path)
    }
    return asks.every(({ doneAt, failed }) => doneAt !== null || failed)
  }

  function follow(one: Ask, step: Extract<Step, { kind: 'command' | 'makeSafe' }>, path: StepPath): void {
    const rest = facts.rest(one.switchId)
    const status = step.kind === 'command' ? step.status : rest
    if (status === null || rest === null) return failed(one, step, path, 'gone', null)
    const runSeconds = step.kind === 'command' && status !== 0 ? step.runSeconds : null
    const asked = { id: one.commandId, switchId: one.switchId, status, runSeconds }
    const effect: Effect = { type: 'ask', ...asked, safe: step.kind === 'makeSafe' }
    if (one.askedAt === null) {
      if (facts.isOutranked(one.switchId)) return failed(one, step, path, 'outranked', asked)
      trace('asked', path, { ask: asked })
      one.askedAt = now
      if (status !== rest) {
        // From here on it may run, whatever becomes of the asking.
        cursor.turned = cursor.turned.filter(({ switchId }) => switchId !== one.switchId)
        cursor.turned.push({ switchId: one.switchId, at: now, until: runSeconds === null ? null : now + runSeconds * 1000 })
      }
      effects.push(effect)
      at(now + FOLLOW_EVERY_MS)
      return
    }
    const stands = facts.command(one.commandId)
    // A server that died may never have asked. What was to run then does not run much later.
    if (stands === null && now - one.askedAt > COMMAND_LIFE_MS) return failed(one, step, path, 'expired', asked)
    if (stands === null) effects.push(effect)
    if (stands?.state === 'observed') {
      one.doneAt = now
      // A rest that was asked for before something else started it says nothing of that.
      if (status === rest)
        cursor.turned = cursor.turned.filter(({ switchId, at: since }) => switchId !== one.switchId || since >= one.askedAt!)
      trace('told', path, { ask: asked, state: 'observed', message: stands.message })
    } else if (stands?.state === 'refused' || stands?.state === 'silent' || stands?.state === 'expired')
      failed(one, step, path, stands.state, asked, stands.message)
    else at(now + FOLLOW_EVERY_MS)
  }

  function failed(
    one: Ask,
    step: Extract<Step, { kind: 'command' | 'makeSafe' }>,
    path: StepPath,
    state: string,
    asked: { id: string; switchId: number; status: number; runSeconds: number | null } | null,
    message: string | null = null,
  ): void {
    one.failed = true
    const ask = asked ?? { id: one.commandId, switchId: one.switchId, status: 0, runSeconds: null }
    trace('told', path, { ask, state, message })
    if (step.kind === 'command' && step.onFail === 'stop') throw new Failure(state === 'gone' ? 'gone' : 'commandFailed', path)
    trace('passed', path, { reason: state === 'gone' ? 'gone' : 'commandFailed' })
  }
}
