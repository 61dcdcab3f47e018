import { useEffect } from 'react'
import { defer, retry, switchMap, tap, timer } from 'rxjs'
import { useBelongings } from '#src/session/belongings.ts'
import { refreshSelf } from '#src/session/session.ts'
import { useLive } from './LiveProvider.tsx'
import { reread } from './reread.ts'

const RETRY_FROM_MS = 1000
const RETRY_TO_MS = 10_000

/** Until the server has said; see `refreshSelf`. */
const asked$ = defer(refreshSelf).pipe(
  tap((changed) => {
    if (changed === null) throw new Error('nobody says who is signed in')
  }),
  retry({ delay: (_cause, tries) => timer(Math.min(RETRY_TO_MS, RETRY_FROM_MS * 2 ** (tries - 1))) }),
)

/** A role, a membership or the current tenant that changed anywhere acts on this page at once: menus, guards, buttons and lists ask again. */
export function useRightsNews(): void {
  const live = useLive()
  const mine = useBelongings()
  useEffect(() => {
    let isSaid = false
    const news = live?.rights$
      .pipe(
        tap((word) => {
          isSaid ||= word === 'said'
        }),
        switchMap(() => asked$),
      )
      .subscribe((changed) => {
        const isNews = isSaid || changed === true
        isSaid = false
        if (!isNews) return
        // Where the tenant is another now, these have ended: of the new one nothing is known yet, so nothing is asked again.
        mine.permissions.renew()
        reread(mine.queries)
      })
    return () => news?.unsubscribe()
  }, [live, mine])
}
