import { alarmCalls, type BaseAlarms } from '#contract/alarms/alarm'
import { ALARMS_READ } from '#contract/alarms/permission'
import { useCall } from '#src/api/useCall.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'

const NONE: readonly BaseAlarms[] = []

/** The open alarms of all bases but one, whose own are known live; `null` where nobody has said how the others stand. */
export function useOtherBases(areaId: number | null): readonly BaseAlarms[] | null {
  const bases = useArea().areas.length
  const may = usePermission(ALARMS_READ) === true
  const { data, isError } = useCall(alarmCalls.bases, {}, { enabled: may && bases > 1, staleTime: 0 })
  if (!may || bases === 1) return NONE
  return isError || data === undefined ? null : data.filter((base) => base.areaId !== areaId)
}

export const unacknowledgedIn = (bases: readonly BaseAlarms[] | null): number =>
  (bases ?? NONE).reduce((sum, { unacknowledged }) => sum + unacknowledged, 0)
