import { useEffect } from 'react'
import { queryClient } from '#src/api/useCall.ts'
import { useLive } from '#src/live/LiveProvider.tsx'
import { permissions } from '#src/session/permissions.ts'
import { refreshSelf } from '#src/session/session.ts'

/** A role, a membership or the current tenant that changed anywhere acts on this page at once: menus, guards, buttons and lists ask again. */
export function useRightsNews(): void {
  const live = useLive()
  useEffect(() => {
    const news = live?.rights$.subscribe(() => {
      permissions.renew()
      void queryClient.invalidateQueries()
      void refreshSelf()
    })
    return () => news?.unsubscribe()
  }, [live])
}
