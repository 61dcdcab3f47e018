import type { FunctionComponent } from 'react'
import type { QueryClient } from '@tanstack/react-query'

/** A page that somebody sees who signs in nowhere. */
export interface VisitorPage {
  /** A public route of the contract; the first part of its path is no other one's. */
  readonly path: string
  /** Begins with what it is seen for, before anything else is fetched; given the second part of the path, as it stands in the address. */
  readonly begin?: (second: string, search: string) => Promise<void>
  /** Takes away what was begun: the page could not be drawn, and says so. */
  readonly giveUp?: () => Promise<void>
  readonly load: () => Promise<{
    readonly default: FunctionComponent
    /** Asks for what it shows before it is drawn. */
    readonly ask: (queries: QueryClient, params: Readonly<Record<string, string | undefined>>) => Promise<void>
  }>
}

/** Every public route of the contract but those of the sign-in. Nothing of the console comes with them, and nothing with this list. */
export const visitorPages: readonly VisitorPage[] = [
  {
    path: '/tour/:key',
    begin: async (key, search) => (await import('#src/screens/panoramas/preview/earlyScene.ts')).beginEarly(key, search),
    giveUp: async () => (await import('#src/screens/panoramas/preview/earlyScene.ts')).dropEarly(),
    load: () => import('#src/screens/panoramas/preview/TourPage.tsx'),
  },
]
