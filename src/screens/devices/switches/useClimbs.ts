import { useState } from 'react'
import type { CommandState } from '#contract/devices/command'
import type { SwitchCommand } from '#contract/devices/switch'
import { useSwitchState } from '#src/live/useSwitchState.ts'

interface Climb {
  readonly state: CommandState
  readonly at: number
}
interface Climbs {
  readonly id: string | null
  readonly status: number | null
  readonly state: CommandState | null
  readonly message: string | null
  readonly climbs: readonly Climb[]
}
const NONE: Climbs = { id: null, status: null, state: null, message: null, climbs: [] }

/** The newest command of a switch with the time of every rung that was heard of, from its record and from the live layer. */
export function useClimbs(areaId: number, switchId: number, record: SwitchCommand | null): Climbs {
  const live = useSwitchState(areaId, switchId)?.command ?? null
  const [heard, setHeard] = useState<Climbs>(NONE)
  if (live && (heard.id !== live.id || !heard.climbs.some(({ state }) => state === live.state))) {
    const before = heard.id === live.id ? heard.climbs : []
    setHeard({
      id: live.id,
      status: live.status,
      state: live.state,
      message: live.message,
      climbs: [...before, { state: live.state, at: live.at }],
    })
  }
  const recorded = record && {
    id: record.id,
    status: record.status,
    state: record.state,
    message: record.message,
    climbs: [...record.history, { state: record.state, at: record.stateAt }],
  }
  if (!recorded) return heard
  if (heard.id === recorded.id) return { ...heard, climbs: [...recorded.climbs, ...heard.climbs] }
  const newestHeard = Math.max(0, ...heard.climbs.map(({ at }) => at))
  return newestHeard > (record?.createdAt ?? 0) ? heard : recorded
}
