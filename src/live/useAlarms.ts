import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { throttleTime } from 'rxjs'
import type { AlarmFace } from '#contract/alarms/alarm'
import { ALARMS_READ } from '#contract/alarms/permission'
import type { AlarmSeverity } from '#contract/alarms/severity'
import { usePermission } from '#src/session/usePermission.ts'
import { type AlarmBoard, type KnownAlarms, UNKNOWN_ALARMS } from '#streams/alarms/alarmBoard'
import type { AlarmCounts } from '#streams/alarms/standing'
import { useLiveArea } from './useLiveArea.ts'

/** The open alarms of a base; null without one, and for who may not read them: then nothing is subscribed to. */
export function useAlarmBoard(areaId: number | null | undefined): AlarmBoard | null {
  const board = useLiveArea(areaId)?.alarms ?? null
  const may = usePermission(ALARMS_READ) === true
  return may ? board : null
}

/** One part of what is known of a base's alarms; drawn again only when that part is another object. */
function useKnown<Part>(areaId: number | null | undefined, part: (known: KnownAlarms) => Part): Part {
  const board = useAlarmBoard(areaId)
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = board?.known$.subscribe(changed)
      return () => subscription?.unsubscribe()
    },
    [board],
  )
  return useSyncExternalStore(subscribe, () => part(board?.get() ?? UNKNOWN_ALARMS))
}

/** Whether what is known of a base's alarms is all there is: with anything but `fresh`, that there is none says nothing. */
export const useAlarmStatus = (areaId: number | null | undefined) => useKnown(areaId, ({ status }) => status)
/** Since when (ms UTC) alarms may have come that nobody was told of here; null while everything comes. */
export const useAlarmsSince = (areaId: number | null | undefined) => useKnown(areaId, ({ since }) => since)
export const useAlarmCounts = (areaId: number | null | undefined): AlarmCounts => useKnown(areaId, ({ counts }) => counts)
/** The alarms of a base that people are told of, worst first. */
export const useToldAlarms = (areaId: number | null | undefined): readonly AlarmFace[] => useKnown(areaId, ({ told }) => told)

const NONE: readonly AlarmFace[] = []
/** Every open alarm of a device that is not shelved, worst first. */
export const useDeviceAlarms = (areaId: number | null | undefined, deviceId: number): readonly AlarmFace[] =>
  useKnown(areaId, ({ ofDevice }) => ofDevice.get(deviceId) ?? NONE)
/** The worst active alarm of a device. */
export const useWorstOfDevice = (areaId: number | null | undefined, deviceId: number): AlarmSeverity | null =>
  useKnown(areaId, ({ worstOfDevice }) => worstOfDevice.get(deviceId) ?? null)
/** The worst active alarm of each plot that has one. */
export const useWorstOfLands = (areaId: number | null | undefined): ReadonlyMap<number, AlarmSeverity> =>
  useKnown(areaId, ({ worstOfLand }) => worstOfLand)

/** A list is drawn anew at most so often. */
const LIST_PACE_MS = 500

/** What is known of a board, at once after a calm, in a storm at the pace of a list. */
function pacedStore(board: ReturnType<typeof useAlarmBoard>) {
  let held = board?.get() ?? UNKNOWN_ALARMS
  return {
    get: () => held,
    subscribe: (changed: () => void) => {
      const take = (known: KnownAlarms) => {
        held = known
        changed()
      }
      const subscription = board?.known$.pipe(throttleTime(LIST_PACE_MS, undefined, { leading: true, trailing: true })).subscribe(take)
      // What came between the drawing and the subscription.
      held = board?.get() ?? held
      return () => subscription?.unsubscribe()
    },
  }
}

/** What a list of a base's alarms is drawn of: all of {@link AlarmBoard}, at its pace. */
export function usePacedAlarms(areaId: number | null | undefined): KnownAlarms {
  const board = useAlarmBoard(areaId)
  const paced = useMemo(() => pacedStore(board), [board])
  return useSyncExternalStore(paced.subscribe, paced.get)
}
