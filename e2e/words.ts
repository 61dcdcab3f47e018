import type { Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from './languages.ts'

interface Words {
  readonly [key: string]: string | Words
}
const leavesOf = (words: Words): string[] => Object.values(words).flatMap((one) => (typeof one === 'string' ? [one] : leavesOf(one)))
const filesOf = (language: Language) =>
  readdirSync(`locales/${language}`)
    // The help pages are pages of their own, in each language.
    .filter((file) => file !== 'help.json')
    .map((file) => JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')) as Words)
const files = { 'zh-CN': filesOf('zh-CN'), 'en-US': filesOf('en-US') }
const all = { 'zh-CN': new Set(files['zh-CN'].flatMap(leavesOf)), 'en-US': new Set(files['en-US'].flatMap(leavesOf)) }
const IS_CHINESE = /\p{Script=Han}/u

/** What the server writes into a record, in the language of who made it: it stays as it was written. */
const WRITTEN = new Set(
  (['zh-CN', 'en-US'] as const).flatMap((language) => {
    const { inventory_form: titles } = JSON.parse(readFileSync(`locales/${language}/inventory.json`, 'utf8')) as { inventory_form: Words }
    return [titles['gain'], titles['loss']]
  }),
)

/** What only the other language says. In English a single word may be anybody's data; two words, or four Chinese characters, are the console's own. */
function foreignTo(language: Language): { texts: string[]; patterns: string[] } {
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  const words = [...all[other]].filter(
    (text) => !all[language].has(text) && !WRITTEN.has(text) && IS_CHINESE.test(text) === (other === 'zh-CN'),
  )
  const isPlain = (text: string) => !/\{\{|<\d/.test(text)
  const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return {
    texts: words.filter((text) => isPlain(text) && text.length >= (other === 'zh-CN' ? 2 : 3)),
    patterns: words
      .filter((text) => !isPlain(text) && text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>|[\s\d\p{P}]/gu, '').length >= (other === 'zh-CN' ? 4 : 12))
      .map(
        (text) =>
          `^${text
            .split(/\{\{[^}]*\}\}|<[^>]*>/)
            .map(escaped)
            .join('.*')}$`,
      ),
  }
}
/** The first part of every key that has more than one: what stands of a key whose words are missing. */
const ROOTS = [...new Set(files['zh-CN'].flatMap((words) => Object.keys(words).filter((key) => typeof words[key] !== 'string')))]
/** The keys that have one part alone. */
const KEYS = [...new Set(files['zh-CN'].flatMap((words) => Object.keys(words).filter((key) => typeof words[key] === 'string')))]
const facts = {
  'zh-CN': { ...foreignTo('zh-CN'), own: [...all['zh-CN']], roots: ROOTS, keys: KEYS },
  'en-US': { ...foreignTo('en-US'), own: [...all['en-US']], roots: ROOTS, keys: KEYS },
}

/** What the people of the demo wrote is theirs, in whatever language the console speaks: every text between quotation marks there. */
const DATA = [
  // A language calls itself by its own name.
  'English',
  '中文',
  ...['demo', 'server/demo', 'simulator'].flatMap((place) =>
    readdirSync(place, { recursive: true })
      .map((file) => `${place}/${String(file)}`)
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(['"`])(.*?)\1/g)].map((found) => found[2]!)),
  ),
  // What is taken over from a template is one's own from then on.
  ...files['zh-CN']
    .flatMap(({ ready = {}, template = {} }) => [ready, template])
    .flatMap((words) => (typeof words === 'string' ? [] : leavesOf(words))),
]

/** Faults of the words within this part of a page as it stands: cut, of the other language, or missing. */
export async function wordFaults(page: Page, language: Language, within = 'body'): Promise<string[]> {
  const known = await page.evaluate((of) => of in ((globalThis as { saidIn?: object }).saidIn ?? {}), language)
  if (!known)
    await page.evaluate(
      ({ language, texts, patterns, own, roots, keys, data }) => {
        const kept = globalThis as { saidIn?: Record<string, object> }
        kept.saidIn ??= {}
        kept.saidIn[language] = {
          texts: new Set(texts),
          patterns: patterns.map((pattern) => new RegExp(pattern, 's')),
          own: new Set(own),
          roots: new Set(roots),
          keys: new Set(keys),
          data: new Set(data),
        }
      },
      { language, ...facts[language], data: DATA },
    )
  return page.evaluate(
    ({ language, within }) => {
      interface Facts {
        readonly texts: Set<string>
        readonly patterns: RegExp[]
        readonly own: Set<string>
        readonly roots: Set<string>
        readonly keys: Set<string>
        readonly data: Set<string>
      }
      const { texts, patterns, own, roots, keys, data } = (globalThis as unknown as { saidIn: Record<string, Facts> }).saidIn[language]!
      const faults = new Set<string>()
      const isVisible = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const chinese = /\p{Script=Han}/u
      const isForeign = (text: string) =>
        !data.has(text) &&
        (texts.has(text) ||
          ((language === 'zh-CN' ? text.length > 12 && !chinese.test(text) : chinese.test(text)) &&
            patterns.some((pattern) => pattern.test(text))))
      const check = (text: string, where: string) => {
        if (isForeign(text)) faults.add(`mixed${where}: ${text}`)
        if (/\bundefined\b|\[object \w+\]|\bNaN\b|\{\{\w+\}\}/.test(text)) faults.add(`missing${where}: ${text}`)
        const key = /^(?:[a-z][A-Za-z]+:)?([a-z][A-Za-z]*)(?:\.\w+)+$/.exec(text)
        if (key && roots.has(key[1]!)) faults.add(`missing${where}: ${text}`)
      }
      const root = document.querySelector(within) ?? document.body
      for (const element of root.querySelectorAll('[aria-label],[title],[placeholder],[alt]'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name)?.trim()
          // The map names its buttons once.
          if (text && isVisible(element) && !element.closest('.leaflet-control-zoom,[data-tab-strip]')) check(text, ` (${name})`)
        }
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const text = node.textContent!.trim()
        const parent = node.parentElement!
        if (text === '' || parent.closest('script,style,code,pre,canvas,svg,[aria-hidden=true],.leaflet-container')) continue
        if (!isVisible(parent)) continue
        const box = parent.getBoundingClientRect()
        // For who does not see alone.
        if (box.width <= 1 || box.height <= 1) continue
        // A tab keeps the name that its page had when it was shown last.
        if (!parent.closest('[data-tab-strip]')) check(text, '')
        const button = parent.closest('button,[role=button],[role=tab],[role=menuitem]')
        const isName = button !== null || parent.closest('h1,h2,h3,label,legend,[role=columnheader]') !== null
        if (isName && keys.has(text) && !own.has(text)) faults.add(`missing: ${text}`)
        const isOurs = isName || own.has(text)
        if (!isOurs) continue
        range.selectNodeContents(node)
        const rects = [...range.getClientRects()]
        if (rects.length === 0) continue
        if (button?.matches('.MuiButton-root,[role=tab]') && new Set(rects.map(({ top }) => Math.round(top / 6))).size > 1)
          faults.add(`wraps: ${text}`)
        // Cut by what it stands in, and said nowhere whole.
        const whole = range.getBoundingClientRect()
        for (let around: HTMLElement | null = parent; around && around !== document.body; around = around.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(around)
          const at = around.getBoundingClientRect()
          const isScrolled = /auto|scroll/.test(overflowX + overflowY)
          if (isScrolled || around.matches('[role=grid],[role=tablist],.MuiDataGrid-virtualScroller')) break
          // Scrolled or folded away, or shown to the keyboard alone.
          if (whole.left >= at.right || whole.right <= at.left || whole.top >= at.bottom || whole.bottom <= at.top) break
          const isCut =
            (/hidden|clip/.test(overflowX) && (whole.right > at.right + 1.5 || whole.left < at.left - 1.5)) ||
            (/hidden|clip/.test(overflowY) && (whole.bottom > at.bottom + 4 || whole.top < at.top - 4))
          if (isCut) {
            const isSaid = parent.closest('[title],[aria-label]')
            if (!isSaid) faults.add(`cut: ${text}`)
            break
          }
        }
      }
      return [...faults]
    },
    { language, within },
  )
}
