import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { fromEvent } from 'rxjs'
import { session, useSession } from '#src/session/session.ts'
import { followChanges } from './followChanges.ts'
import { createLive, type Live } from './live.ts'
import { pageVisible$ } from './pageVisible.ts'

const LiveContext = createContext<Live | null>(null)

/** The live layer; null outside a provider and while nobody is signed in. */
export const useLive = (): Live | null => useContext(LiveContext)

/** @internal For tests and pictures: a live layer made elsewhere. */
export const GivenLive = LiveContext.Provider

const brokerUrl = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/mqtt`

/** One connection for a signed-in tab: of this user, in the current tenant. It opens when something live is first looked at. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { status, self, tenantId } = useSession()
  const userId = status === 'signedIn' && self ? self.id : null
  const live = useMemo(() => {
    if (userId === null || tenantId < 0) return null
    return createLive({
      tenantId,
      userId,
      open: async () => {
        // It comes with the first view that is live.
        const { openBroker } = await import('#streams/broker')
        return openBroker({
          url: brokerUrl(),
          accessToken: () => session.get().accessToken(),
          visible$: pageVisible$,
          networkBack$: fromEvent(window, 'online'),
          networkLost$: fromEvent(window, 'offline'),
        })
      },
    })
  }, [userId, tenantId])
  useEffect(() => () => live?.close(), [live])
  const queries = useQueryClient()
  useEffect(() => (live ? followChanges(live, queries) : undefined), [live, queries])
  return <LiveContext value={live}>{children}</LiveContext>
}
