import { useEffect } from 'react'
import { goToTenant, useSession } from '#src/session/session.ts'
import { keepPush } from './keepPush.ts'

/** Keeps this browser to whoever is signed in, and goes where a notification that was clicked leads: call it once in a window. */
export function useKeptPush(): void {
  const { self, tenantId } = useSession()
  const userId = self?.id
  useEffect(() => {
    // What a browser does not allow is said where it is turned on.
    if (userId !== undefined && tenantId > 0) void keepPush({ userId, tenantId }).catch(() => undefined)
  }, [userId, tenantId])
  useEffect(() => {
    // Not on a page that came without https.
    const { serviceWorker } = navigator as Partial<Navigator>
    const heard = ({ data }: MessageEvent<{ tenantId?: unknown } | null>) => {
      const to = data?.tenantId
      if (typeof to === 'number' && to > 0) void goToTenant(to)
    }
    serviceWorker?.addEventListener('message', heard)
    return () => serviceWorker?.removeEventListener('message', heard)
  }, [])
}
