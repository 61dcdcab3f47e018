import type { TopicPayload } from '#contract/core/topic'
import { liveSwitches } from '#contract/devices/live'
import type { CommandState } from '#contract/devices/command'
import { foldLive, type LiveNeeds } from '../foldLive.ts'
import type { LiveTable } from '../live.ts'

/** How far a switch's newest command has come; `at` ms UTC, `status` the one asked for, `message` why it was refused. */
export interface LiveCommand {
  readonly id: string
  readonly state: CommandState
  readonly at: number
  readonly status: number
  readonly message: string | null
}
/** What a switch's device last said (`status` null and `ts` 0 before it said anything), and its newest command. */
export interface LiveSwitch {
  readonly status: number | null
  readonly ts: number
  readonly command: LiveCommand | null
}
export type SwitchesFrame = TopicPayload<typeof liveSwitches>
export type SwitchChange =
  | { readonly switchId: number; readonly state: { readonly status: number | null; readonly ts: number } }
  | { readonly switchId: number; readonly command: LiveCommand }

/** Switches change seldom: their frames are judged by the declaration itself. */
export function readSwitchesFrame(raw: unknown): SwitchesFrame | null {
  const judged = liveSwitches.payload.safeParse(raw)
  return judged.success ? judged.data : null
}

const rank: Record<CommandState, number> = { queued: 0, sent: 1, acknowledged: 2, observed: 3, refused: 3, silent: 3, expired: 3 }

function later(held: LiveCommand | null, incoming: LiveCommand): boolean {
  if (held === null) return true
  if (held.id === incoming.id) return rank[incoming.state] > rank[held.state] || (rank[incoming.state] === 3 && incoming.at > held.at)
  if (incoming.at !== held.at) return incoming.at > held.at
  return incoming.id > held.id
}

/** States by the device's time, commands by their step on the ladder and the newer of two commands. */
export function foldSwitch(held: LiveSwitch | undefined, change: SwitchChange, tieWins: boolean): LiveSwitch {
  if ('command' in change) {
    if (held === undefined) return { status: null, ts: 0, command: change.command }
    return later(held.command, change.command) ? { ...held, command: change.command } : held
  }
  const { status, ts } = change.state
  if (held === undefined) return { status, ts, command: null }
  if (ts < held.ts || (ts === held.ts && (status === held.status || !tieWins))) return held
  return { ...held, status, ts }
}

export function switchChangesOf(frame: Pick<SwitchesFrame, 'v' | 'c'>): SwitchChange[] {
  const changes: SwitchChange[] = []
  for (const [switchId, ts, status] of frame.v) changes.push({ switchId, state: { status, ts } })
  for (const [switchId, id, state, at, status, message] of frame.c) changes.push({ switchId, command: { id, state, at, status, message } })
  return changes
}

/** The switches of a base by switch id: the device's last word and the newest command of each. */
export const switches = (
  given: Omit<LiveNeeds<SwitchesFrame, SwitchChange, LiveSwitch>, 'changesOf' | 'keyOf' | 'fold' | 'timeOf' | 'asOf'>,
): LiveTable<LiveSwitch> =>
  foldLive({
    ...given,
    changesOf: switchChangesOf,
    keyOf: (change) => change.switchId,
    fold: foldSwitch,
    timeOf: (held) => held.ts,
    asOf: (held, ts) => ({ ...held, ts }),
  })
