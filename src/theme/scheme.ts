import { SCHEME_ATTRIBUTE, SCHEME_STORED } from './theme.ts'

/** Sets the stored scheme before the first paint, so that a dark console never flashes white. */
export function paintScheme(): void {
  const stored = localStorage.getItem(SCHEME_STORED)
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute(SCHEME_ATTRIBUTE, dark ? 'dark' : 'light')
}
