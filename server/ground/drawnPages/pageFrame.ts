import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defaultTheme } from '#contract/session/look'
import type { Language } from '../words.ts'
import { cleaned, markup, type Markup } from '../html/markup.ts'

/** Colours by day and by night, and what every element begins with. */
const ground = new URL('ground.css', import.meta.url)

/** The frame of pages that the server draws: their style stands inside them, from `style` (a file) over the common one, and `may` says what else they may do. */
export function pageFrame({ style, may = [] }: { style: URL; may?: readonly string[] }) {
  // Blanks of the file are not sent.
  const rules = [ground, style]
    .map((file) => readFileSync(file, 'utf8'))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim()
  const sheet = `:root{--theme:${defaultTheme.themeColor}}${rules}`
  return {
    /** Their own style and their own script, pictures of this house, and nothing else: no frame, no form, no call. */
    policy: [
      `default-src 'none'`,
      `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
      `script-src 'self'`,
      `img-src 'self'`,
      ...may,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'self'`,
    ].join('; '),
    /** A whole page, as text. */
    page: ({ language, title, head, body }: { language: Language; title: string; head: Markup; body: Markup }): string => {
      const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="referrer" content="no-referrer">
${head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${cleaned(sheet)}</style>
</head>
<body>
${body}
</body>
</html>
`
      return page.text
    },
  }
}
