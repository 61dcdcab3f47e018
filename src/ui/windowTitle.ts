import { useEffect } from 'react'

/** Who may say what the window is called: the route, the page that stands at it (louder than its route), what is open over the page. */
type Layer = 'route' | 'page' | 'over'
const said: Record<Layer, { readonly title: string }[]> = { route: [], page: [], over: [] }

function write(): void {
  const page = said.page.at(-1) ?? said.route.at(-1)
  const parts = [said.over.at(-1), page].flatMap((one) => (one ? [one.title] : []))
  // Between two pages nobody says anything for a moment: the title stands until the next does.
  if (page) document.title = parts.join(' · ')
}

/**
 * Calls the window by this title while it is on the screen; what is open over a page stands before the page's own title, so that two of a
 * kind are told apart and the list from both. Null says nothing.
 */
export function useWindowTitle(layer: Layer, title: string | null): void {
  useEffect(() => {
    if (title === null) return
    const mine = { title }
    said[layer].push(mine)
    write()
    return () => {
      said[layer] = said[layer].filter((one) => one !== mine)
      write()
    }
  }, [layer, title])
}
