import { z } from 'zod'
import { integer } from '../core/values.ts'

/**
 * How far a command has come. `queued` waits for a motor's stop, or for a device that is away; `sent` left for the device; `acknowledged`
 * the device said yes; `observed` the device's own state says so. The rest are ends: `refused` (the device, or the server, said no: see
 * `message`), `silent` (no answer in 10 s), `expired` (never sent in time).
 */
export const COMMAND_STATES = ['queued', 'sent', 'acknowledged', 'observed', 'refused', 'silent', 'expired'] as const
export const commandState = z.enum(COMMAND_STATES)
export type CommandState = z.infer<typeof commandState>
export const isEnd = (state: CommandState) => state === 'observed' || state === 'refused' || state === 'silent' || state === 'expired'
/** A device that says nothing for this long after a command was sent is called silent. */
export const SILENCE_MS = 10_000
/** How long a command stays good. */
export const COMMAND_LIFE_MS = 60_000

/** Who or what asked: a person, a flow, a timer, an interlock, or the server itself (a motor's stop before it turns, the end of a running time, a making safe), what measures its water, or an emergency stop. */
const CAUSES = ['user', 'flow', 'timer', 'stopFirst', 'runOver', 'makeSafe', 'interlock', 'meter', 'emergency'] as const
export const commandCause = z.enum(CAUSES)
export type CommandCause = z.infer<typeof commandCause>

/** From the lowest: what is under way is never superseded by what stands lower. */
export const PRIORITIES = ['flow', 'alarm', 'manual', 'interlock', 'emergency'] as const
export const commandPriority = z.enum(PRIORITIES)
export type CommandPriority = z.infer<typeof commandPriority>
export const outranks = (one: CommandPriority, other: CommandPriority) => PRIORITIES.indexOf(one) > PRIORITIES.indexOf(other)

/** The longest that something may be left to run. */
export const MAX_RUN_SECONDS = 86_400

/** For so long a person's hand goes before flows and alarms unless the person says otherwise, in seconds. */
export const HOLD_SECONDS = 1800
export const MAX_HOLD_SECONDS = 86_400
/** 0: not at all. */
export const holdSeconds = integer(0, MAX_HOLD_SECONDS)

/** Within an hour flows and alarms start one circuit, or one machine's dose, at most so often: what flutters would wear it out. */
export const MOST_STARTS_AN_HOUR = 20
