import { emergencyStopCalls } from '#contract/devices/emergencyStop'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'

/** While something still runs that is to stop, it is counted so often, beside what is told live. */
const COUNT_MS = 3000
/** Whether one stands is asked so often in any case. */
const LOOK_MS = 30_000

/** The emergency stops that stand in the bases of the person. */
export function useEmergencyStops() {
  const { tenantId } = useSession()
  return useCall(
    emergencyStopCalls.list,
    { params: { t: tenantId } },
    {
      enabled: tenantId >= 0,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(({ running }) => running > 0) ? COUNT_MS : LOOK_MS),
    },
  )
}
