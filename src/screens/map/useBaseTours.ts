import { useMemo } from 'react'
import { previewVrPath } from '#contract/panoramas/pages'
import { VR_MAP } from '#contract/panoramas/permission'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import { useCall } from '#src/api/useCall.ts'
import type { MapTour } from '#src/map/tourMarkers.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'

/** More are found in their list. */
const SHOWN = 5
const NONE: readonly MapTour[] = []

/** The newest enabled tours of a base that have a scene; none for who may not see tours on the map (PERMISSIONS-19). */
export function useBaseTours(areaId: number): readonly MapTour[] {
  const { tenantId } = useSession()
  const may = usePermission(VR_MAP) === true
  const { data } = useCall(
    panoramaVrCalls.page,
    { params: { t: tenantId }, query: { page: 1, size: SHOWN, areaId, enabledFlag: 1 } },
    { enabled: may },
  )
  const tours = may ? data?.content : undefined
  return useMemo(() => {
    const seen = tours?.filter(({ scenes }) => scenes > 0) ?? []
    return seen.length === 0 ? NONE : seen.map(({ vrId, vrName }) => ({ name: vrName, href: previewVrPath(vrId) }))
  }, [tours])
}
