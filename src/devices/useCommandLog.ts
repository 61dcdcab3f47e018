import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { switchCalls } from '#contract/devices/switch'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import { useSession } from '#src/session/session.ts'
import type { LiveSwitch } from '#streams/devices/switches'

const stepOf = (one: LiveSwitch | undefined) => (one?.command ? `${one.command.id} ${one.command.state}` : '')

/** The newest commands of a base, read again whenever one of them moves. */
export function useCommandLog(areaId: number, size: number) {
  const { tenantId } = useSession()
  const queries = useQueryClient()
  const switches = useLiveArea(areaId)?.switches
  useEffect(() => {
    const steps = new Map<number, string>()
    const subscription = switches?.changes$.subscribe((keys) => {
      let moved = false
      for (const key of keys) {
        const step = stepOf(switches.get(key))
        if (steps.get(key) !== step && step !== '') moved = true
        steps.set(key, step)
      }
      if (moved) void queries.invalidateQueries({ queryKey: queryKeyOf(switchCalls.log) })
    })
    return () => subscription?.unsubscribe()
  }, [switches, queries])
  return useCall(switchCalls.log, { params: { t: tenantId }, query: { areaId, page: 1, size } }, { enabled: tenantId >= 0 })
}
