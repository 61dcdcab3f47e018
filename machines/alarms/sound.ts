import { assign, cancel, raise, setup } from 'xstate'
import type { AlarmFace } from '#contract/alarms/alarm'
import { type AlarmSeverity, severityRank } from '#contract/alarms/severity'

/** A hush lasts so long. */
export const HUSH_MS = 10 * 60_000

/** An alarm that is worth a sound. */
export type LoudAlarm = Pick<AlarmFace, 'id' | 'severity'>

const LOUD: readonly AlarmSeverity[] = ['critical', 'major']
/** Whether an alarm calls for somebody by sound: critical or major, still so, and neither acknowledged, shelved nor quiet at `now` (ms UTC). */
export const isLoud = (face: Pick<AlarmFace, 'severity' | 'state' | 'acknowledgedAt' | 'shelvedUntil' | 'quiet'>, now: number): boolean =>
  LOUD.includes(face.severity) &&
  face.state === 'active' &&
  face.acknowledgedAt === null &&
  (face.shelvedUntil === null || face.shelvedUntil <= now) &&
  face.quiet === null

interface SoundContext {
  readonly loud: readonly LoudAlarm[]
  /** The severities of those that were hushed, by alarm. */
  readonly hushed: ReadonlyMap<number, AlarmSeverity>
  /** When the hush ends, ms UTC; null where nothing is hushed. */
  readonly until: number | null
  /** Whether the browser lets this page sound. */
  readonly allowed: boolean
}

export type SoundEvent =
  /** The loud alarms as they stand now. */
  | { type: 'alarms.stand'; loud: readonly LoudAlarm[] }
  /** Somebody wants quiet; `at` is now, ms UTC. */
  | { type: 'sound.hush'; at: number }
  /** Somebody wants to hear again what was hushed. */
  | { type: 'sound.resume' }
  | { type: 'player.allowed' }
  | { type: 'player.blocked' }
  | { type: 'hush.over' }

const isHeard = ({ loud, hushed }: SoundContext) =>
  loud.some(({ id, severity }) => {
    const held = hushed.get(id)
    return held === undefined || severityRank(severity) < severityRank(held)
  })

/** The worst of what should be heard now; null where nothing should. */
export const heardSeverity = (context: SoundContext): AlarmSeverity | null =>
  context.loud.reduce<AlarmSeverity | null>(
    (worst, one) =>
      isHeard({ ...context, loud: [one] }) && (worst === null || severityRank(one.severity) < severityRank(worst)) ? one.severity : worst,
    null,
  )

/**
 * The sound of one console: `silent`, `sounding` while a loud alarm is there that this console has not hushed, `blocked` while it should
 * sound and the browser forbids it, `hushed` for ten minutes. What comes while it is hushed, or becomes worse, sounds again.
 */
export const soundMachine = setup({
  types: { context: {} as SoundContext, events: {} as SoundEvent, input: {} as { allowed: boolean } },
  guards: {
    mustSound: ({ context }) => isHeard(context),
    isHushed: ({ context }) => context.until !== null,
  },
  delays: { hush: HUSH_MS },
  actions: {
    stand: assign(({ event }) => (event.type === 'alarms.stand' ? { loud: event.loud } : {})),
    hush: assign(({ context, event }) =>
      event.type === 'sound.hush'
        ? { hushed: new Map(context.loud.map(({ id, severity }) => [id, severity])), until: event.at + HUSH_MS }
        : {},
    ),
    forget: assign({ hushed: () => new Map(), until: null }),
    allow: assign({ allowed: true }),
    block: assign({ allowed: false }),
    stopWaiting: cancel('hush'),
    waitForEnd: raise({ type: 'hush.over' }, { id: 'hush', delay: 'hush' }),
  },
}).createMachine({
  id: 'sound',
  context: ({ input }) => ({ loud: [], hushed: new Map(), until: null, allowed: input.allowed }),
  initial: 'weighing',
  on: {
    'alarms.stand': { target: '.weighing', actions: 'stand' },
    'sound.hush': { target: '.weighing', actions: ['stopWaiting', 'hush', 'waitForEnd'] },
    'sound.resume': { target: '.weighing', actions: ['stopWaiting', 'forget'] },
    'hush.over': { target: '.weighing', actions: 'forget' },
    'player.allowed': { target: '.weighing', actions: 'allow' },
    'player.blocked': { target: '.weighing', actions: 'block' },
  },
  states: {
    weighing: {
      always: [
        { guard: ({ context }) => isHeard(context) && context.allowed, target: 'sounding' },
        { guard: 'mustSound', target: 'blocked' },
        { guard: 'isHushed', target: 'hushed' },
        { target: 'silent' },
      ],
    },
    silent: {},
    sounding: {},
    blocked: {},
    hushed: {},
  },
})
