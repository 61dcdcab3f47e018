import { visitorPages } from './pages.ts'

/** What is seen first has the browser to itself for so long at most. */
const ALONE_MS = 1000

// Brings nothing itself, so that what is fetched is on its way at once, and not one after another.
const [first, second = ''] = location.pathname.split('/').slice(1)
const page = visitorPages.find(({ path }) => path.split('/')[1] === first)
if (page === undefined) throw new Error('No page of visitors is at this address')
if (page.begin)
  await Promise.race([page.begin(second, location.search).catch(() => undefined), new Promise((on) => setTimeout(on, ALONE_MS))])
// Where it cannot be fetched, drawing it says so.
page.load().catch(() => undefined)
const { draw } = await import('./draw.tsx')
await draw(page)
