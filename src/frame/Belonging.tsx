import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LiveProvider } from '#src/live/LiveProvider.tsx'
import { useBelongings } from '#src/session/belongings.ts'
import { useSession } from '#src/session/session.ts'
import { ConfirmProvider } from '#src/ui/Confirm.tsx'

/** Everything that is drawn belongs to one user in one tenant: another of either is another console, and no state of a page stays; nor does it where the farm's clock becomes another. */
export function Belonging({ children }: { children: ReactNode }) {
  const { owner, queries } = useBelongings()
  const zone = useSession().self?.timeZone ?? ''
  return (
    <QueryClientProvider key={`${owner} ${zone}`} client={queries}>
      <LiveProvider>
        <ConfirmProvider>{children}</ConfirmProvider>
      </LiveProvider>
    </QueryClientProvider>
  )
}
