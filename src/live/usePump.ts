import { useMemo } from 'react'
import { map, of } from 'rxjs'
import type { Pump } from '#contract/devices/aerator'
import { type LivePump, pump, pumpOf } from '#streams/devices/aerators'
import type { LivePresence } from '#streams/devices/presence'
import type { LiveReading } from '#streams/devices/readings'
import type { LiveSwitch } from '#streams/devices/switches'
import { useLiveArea } from './useLiveArea.ts'
import { useStream } from './useStream.ts'

/** A pump as its regulator says it now: what the list of pumps held stands only until the live tables know of it. */
export function usePump(areaId: number, row: Pump): LivePump {
  const live = useLiveArea(areaId)
  const { id, regulatorId, faultItemId, statusFlag, faultFlag, onlineFlag, ts } = row
  const { known, pump$ } = useMemo(() => {
    const state: LiveSwitch = { status: statusFlag === null ? null : Number(statusFlag), ts: ts ?? 0, command: null }
    const regulator: LivePresence = { presence: onlineFlag === 1 ? 'online' : 'offline', heardAt: 0 }
    const fault: LiveReading = { value: faultFlag, ts: 0 }
    return {
      known: pumpOf(state, regulator, fault),
      pump$:
        live &&
        pump(
          live.switches.watch(id).pipe(map((said) => said ?? state)),
          live.presence.watch(regulatorId).pipe(map((heard) => heard ?? regulator)),
          faultItemId === null ? of(fault) : live.readings.watch(faultItemId).pipe(map((read) => read ?? fault)),
        ),
    }
  }, [live, id, regulatorId, faultItemId, statusFlag, faultFlag, onlineFlag, ts])
  return useStream(pump$, known)
}
