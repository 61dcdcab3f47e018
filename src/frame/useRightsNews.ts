import { useEffect } from 'react'
import { useLive } from '#src/live/LiveProvider.tsx'
import { belongings, useBelongings } from '#src/session/belongings.ts'
import { refreshSelf } from '#src/session/session.ts'

/** A role, a membership or the current tenant that changed anywhere acts on this page at once: menus, guards, buttons and lists ask again. */
export function useRightsNews(): void {
  const live = useLive()
  const mine = useBelongings()
  useEffect(() => {
    const news = live?.rights$.subscribe(() => {
      void refreshSelf().then(() => {
        // Of another tenant nothing is known yet, so nothing is asked again.
        if (belongings.get() !== mine) return
        mine.permissions.renew()
        void mine.queries.invalidateQueries()
      })
    })
    return () => news?.unsubscribe()
  }, [live, mine])
}
