import { expect, test } from 'vitest'
import { contentOf } from '#contract/media/content'
import { parseCenter } from '#contract/farm/area'
import { drawSeed } from '#server/farm/seedPage/draw'
import { sanitizeSvg } from '#server/ground/files/sanitizeSvg'
import { cleanArticle, cleanNotice, cleanPassage, textOfHtml } from '#server/ground/html/cleanHtml'
import { aShownSeed } from '../farm/aSeed.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const attempt = (work: () => unknown) => {
  try {
    work()
  } catch {
    // A refusal is an answer too.
  }
}
/** The least of some tries, in milliseconds: what the work costs where nothing else ran. */
function cost(work: () => unknown): number {
  const tries = Array.from({ length: 3 }, () => {
    const began = performance.now()
    attempt(work)
    return performance.now() - began
  })
  return Math.min(...tries)
}

const texts: [string, (letters: number) => string][] = [
  ['blanks', (n) => ' '.repeat(n)],
  ['slashes', (n) => '/'.repeat(n)],
  ['open elements', (n) => '<a '.repeat(n / 3)],
  ['open elements inside each other', (n) => '<b>'.repeat(n / 3)],
  ['open brackets', (n) => '<'.repeat(n)],
  ['ampersands', (n) => '&'.repeat(n)],
  ['open comments', (n) => '<!--'.repeat(n / 4)],
  ['declarations', (n) => '<??>'.repeat(n / 4)],
  ['digits', (n) => '1'.repeat(n)],
  ['an open address', (n) => `url(${' '.repeat(n)}`],
  ['open addresses', (n) => 'url('.repeat(n / 4)],
]
const readers: [string, (text: string) => unknown][] = [
  ['a notice', cleanNotice],
  ['an article', cleanArticle],
  ['a passage', cleanPassage],
  ['the page of a seed', (text) => drawSeed(aShownSeed({ publicity: text, seedName: text }), { language: 'en-US', base: null })],
  ['the words of an article', (text) => textOfHtml(text, 100)],
  ['the style of a drawing', (text) => sanitizeSvg(svg(`<style>${text.replaceAll('<', '&lt;').replaceAll('&', '&amp;')}</style>`))],
  ['an attribute of a drawing', (text) => sanitizeSvg(svg(`<g style="${text.replaceAll(/[<&"]/g, '')}"/>`))],
  ['a drawing', sanitizeSvg],
  ['the content of a file', (text) => contentOf(Buffer.from(text))],
  ['a place', parseCenter],
]

// Eight times the text costs eight times as much where the cost is in proportion, sixty-four times where each letter is looked at again
// for each other. A busy machine is asked again before it is believed.
test.each(readers)('reading %s costs no more a letter of a long text than of a short one', (_, read) => {
  const slow = texts.flatMap(([name, make]) => {
    for (let tries = 0; ; tries++) {
      const short = cost(() => read(make(24_000)))
      const long = cost(() => read(make(192_000)))
      if (long <= 20 * short + 50) return []
      if (tries === 2) return [`${name}: ${short.toFixed(1)} ms, ${long.toFixed(1)} ms`]
    }
  })
  expect(slow).toEqual([])
})
