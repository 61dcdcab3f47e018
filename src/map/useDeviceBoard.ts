import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useNow } from '#src/ui/useNow.ts'
import { useAlarmBoard } from '#src/live/useAlarms.ts'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import { DeviceBoard, type Tally } from './deviceBoard.ts'
import { type LiveFacts, NO_LIVE_FACTS } from './describeDevice.ts'
import type { MapDevice } from './mapDevice.ts'
import { isAlarm, urgencyOf } from './markerKey.ts'

/** Ages are judged anew this often: periods are minutes long. */
const AGEING_MS = 5000

/**
 * The board of these devices, kept right by the live tables of their base and by the passing of time. While nothing comes, time stands still
 * at the last word: that a page heard nothing says nothing of the devices.
 */
export function useDeviceBoard(devices: readonly MapDevice[], areaId: number | null): DeviceBoard {
  const live = useLiveArea(areaId)
  const alarms = useAlarmBoard(areaId)
  const now = useNow(AGEING_MS)
  const since = useStaleSince(areaId)
  const [openedAt] = useState(Date.now)
  const board = useMemo(() => new DeviceBoard(devices, NO_LIVE_FACTS, openedAt), [devices, openedAt])

  useEffect(() => {
    if (!live) return
    const facts: LiveFacts = {
      reading: (itemId) => live.readings.get(itemId),
      switchState: (switchId) => live.switches.get(switchId),
      presence: (deviceId) => live.presence.get(deviceId),
      alarm: (deviceId) => alarms?.get().worstOfDevice.get(deviceId) ?? null,
      noData: (deviceId) => alarms?.get().noDataOfDevice.has(deviceId) ?? false,
    }
    // What came before this subscription is in the tables already.
    const moment = () => since ?? Date.now()
    board.readAll(moment(), facts)
    let marked = alarms?.get()
    const subscriptions = [
      live.readings.changes$.subscribe((items) => board.read({ items }, moment())),
      live.switches.changes$.subscribe((switches) => board.read({ switches }, moment())),
      live.presence.changes$.subscribe((moved) => board.read({ devices: moved }, moment())),
      alarms?.known$.subscribe((known) => {
        if (known.worstOfDevice === marked?.worstOfDevice && known.noDataOfDevice === marked.noDataOfDevice) return
        const moved = new Set([...known.worstOfDevice.keys(), ...(marked?.worstOfDevice.keys() ?? [])])
        marked = known
        board.read({ devices: moved }, moment())
      }),
    ]
    return () => subscriptions.forEach((subscription) => subscription?.unsubscribe())
  }, [board, live, alarms, since])

  useEffect(() => board.readAll(since ?? now), [board, now, since])
  return board
}

/** What a person can read changes at most this often. */
const COUNT_MS = 500

function versionOf(board: DeviceBoard) {
  let version = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    get: () => version,
    subscribe: (listener: () => void) => {
      const stop = board.onChange(() => {
        timer ??= setTimeout(() => {
          timer = null
          version++
          listener()
        }, COUNT_MS)
      })
      return () => {
        stop()
        if (timer != null) clearTimeout(timer)
        timer = null
      }
    },
  }
}

/** A number that grows, at most twice a second, as the board's states change: what lists and counts are drawn by. */
export function useBoardVersion(board: DeviceBoard): number {
  const store = useMemo(() => versionOf(board), [board])
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Where the devices stand that somebody should look at, the worst alarms first, kept up: every screen that says what needs attention says it of these. */
export function useAlarms(board: DeviceBoard): readonly number[] {
  const version = useBoardVersion(board)
  return useMemo(() => {
    void version
    return [...board.devices.keys()]
      .filter((at) => isAlarm(board.state(at)))
      .sort((a, b) => urgencyOf(board.state(b)) - urgencyOf(board.state(a)) || a - b)
  }, [board, version])
}

/** The board's counts, kept up. `isHidden` must keep its identity while it answers the same. */
export function useTally(board: DeviceBoard, isHidden?: (at: number) => boolean): Tally {
  const version = useBoardVersion(board)
  return useMemo(() => {
    void version
    return board.tally(isHidden ? (at) => !isHidden(at) : undefined)
  }, [board, isHidden, version])
}
