import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defaultTheme } from '#contract/session/look'
import { cleaned, markup, type Markup } from '../../ground/html/markup.ts'
import type { Language } from '../../ground/words.ts'

// Blanks of the file are not sent.
const RULES = readFileSync(new URL('page.css', import.meta.url), 'utf8')
  .replaceAll(/\s+/g, ' ')
  .replaceAll(/ ?([{};,]) ?/g, '$1')
  .trim()
const STYLE = `:root{--theme:${defaultTheme.themeColor}}${RULES}`
/** Its own style and its own script, pictures of this house, and nothing else: no frame, no form, no call. */
export const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `script-src 'self'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
].join('; ')

/** A whole page, as text. */
export function pageOf(given: { language: Language; title: string; head: Markup; body: Markup }): string {
  const { language, title, head, body } = given
  const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="referrer" content="no-referrer">
${head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${cleaned(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`
  return page.text
}
