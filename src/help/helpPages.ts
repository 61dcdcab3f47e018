import { LANGUAGES, type Language, nameOfLanguage } from '../i18n/language.ts'

/** The words of one page: its title, and parts each with a title and paragraphs. */
export interface HelpWords {
  readonly title: string
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const plain = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign]!)

/** The help pages (FRAME-06) by file name, e.g. `help/guide.en-US.html`: plain documents that open without the console. */
export function helpPages(words: Record<Language, Readonly<Record<string, HelpWords>>>): Record<string, string> {
  const pages = LANGUAGES.flatMap((language) =>
    Object.entries(words[language]).map(([name, page]) => [`help/${name}.${language}.html`, helpPage(name, language, page)] as const),
  )
  return Object.fromEntries(pages)
}

function helpPage(name: string, language: Language, { title, parts }: HelpWords): string {
  const others = LANGUAGES.filter((one) => one !== language)
  const links = others.map((one) => `<a href="/help/${name}.${one}.html" lang="${one}">${plain(nameOfLanguage(one))}</a>`)
  const sections = Object.entries(parts).map(([part, { title: head, ...texts }]) => {
    const paragraphs = Object.values(texts).map((text) => `<p>${plain(text)}</p>`)
    return `<section id="${part}"><h2>${plain(head!)}</h2>${paragraphs.join('')}</section>`
  })
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${plain(title)} - Furrow</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/help/help.css" />
  </head>
  <body>
    <header><img src="/favicon.svg" alt="" width="32" height="32" /><h1>${plain(title)}</h1>${links.join('')}</header>
    <main>${sections.join('\n')}</main>
  </body>
</html>
`
}
