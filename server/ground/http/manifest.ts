import { FIELD_PAGE } from '#contract/entries'
import type { Deployment } from '#contract/session/tenant'
import { type Language, say } from '../words.ts'

/** The mark's own green, and the ground that the first moment is drawn on. */
const [THEME, GROUND] = ['#1b9961', '#ffffff']
const icon = (name: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes,
  type: 'image/png',
  purpose,
})

/** What a phone is told of the console that it installs: called as the tenant of this address calls it; the pictures are the build's (vite.shell.ts). */
export function manifestOf({ loginTitle }: Deployment, language: Language) {
  const name = loginTitle ?? say(language, 'session:login.product')
  return {
    id: '/',
    name,
    short_name: loginTitle ?? 'Furrow',
    lang: language,
    start_url: FIELD_PAGE,
    scope: '/',
    display: 'standalone',
    theme_color: THEME,
    background_color: GROUND,
    icons: [icon('192', '192x192', 'any'), icon('512', '512x512', 'any'), icon('maskable', '512x512', 'maskable')],
  }
}
