import type { Route } from '#contract/core/route'
import { session } from '#src/session/session.ts'
import { HOME_PATH } from '#src/session/wayBack.ts'
import type { PageFacts } from './tabs.ts'
import { type TabStore, tabStore } from './tabStore.ts'

const segments = (path: string) => path.split('/').filter(Boolean)

/** Which of the frame's routes an address is of: the one with the fewest wildcards. */
export function factsIn(routes: readonly Route[]): (pathname: string) => PageFacts | null {
  const ordered = routes.toSorted((one, other) => wildcards(one) - wildcards(other))
  return (pathname) => {
    const given = segments(pathname)
    const route = ordered.find(({ path }) => {
      const wanted = segments(path)
      return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
    })
    if (route?.module == null) return null
    const { title, module, cached, path } = route
    return { title, menusType: module, cached, closable: path !== HOME_PATH, many: path.includes(':') }
  }
}
const wildcards = ({ path }: Route) => segments(path).filter((part) => part.startsWith(':')).length

/** The tabs of this window over these routes; they belong to whoever is signed in. */
export function frameTabs(routes: readonly Route[]): TabStore {
  const store = tabStore({ home: HOME_PATH, factsOf: factsIn(routes), storage: sessionStorage })
  const belong = () => {
    const { status, self, tenantId } = session.get()
    if (status === 'signedIn' && self != null) store.belongTo(`${self.id} ${tenantId}`)
  }
  belong()
  session.subscribe(belong)
  return store
}
