import type { MenuTheme } from '#contract/session/look'
import { readTheme } from '#contract/session/theme'
import { createStore, useStore } from '#src/createStore.ts'

/** The look of the last visit, so that the first paint is not the default's before the person's own is known. */
const STORED = 'furrow.theme'

/** How the console looks now: what the person saved, or tries out in the theme drawer. */
const menuTheme = createStore<MenuTheme>(readTheme(localStorage.getItem(STORED) ?? ''))

/** Shows a look; with `keep` it is that of the next first paint too. */
export function showTheme(theme: MenuTheme, { keep = false }: { keep?: boolean } = {}): void {
  if (keep) localStorage.setItem(STORED, JSON.stringify(theme))
  menuTheme.set(theme)
}

export const useMenuTheme = (): MenuTheme => useStore(menuTheme)
