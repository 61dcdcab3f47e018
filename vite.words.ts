import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const LANGUAGES = ['zh-CN', 'en-US'] as const
type Language = (typeof LANGUAGES)[number]
type Tree = { readonly [key: string]: Tree | string }

const PARTS = 'src/i18n/parts.ts'
const MAIN = 'src/main.tsx'
/** What most people see first, and what the frame of every page draws at once. */
const FIRST = [MAIN, 'src/screens/home/HomePage.tsx', 'src/screens/notices/NoticeBell.tsx']
const OWN = /^(src|contract|machines|streams)\//
/** What several areas need; the others are called as the area of `src/screens` that needs them. */
const COMMON = 'common'
/** What the console says first, the titles of all pages included. */
const START = 'start'
/** What only the server and the sign-in page say. */
export const REST = 'rest'

const namespaces = readdirSync('locales/zh-CN')
  .map((name) => name.replace('.json', ''))
  // Drawn by the build (vite.config.ts).
  .filter((name) => name !== 'help')
export const wordsOf = (language: Language): Tree =>
  Object.fromEntries(namespaces.map((name) => [name, JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8')) as Tree]))

/** `area:path.to.word` of every word. */
export function keysOf(tree: Tree): string[] {
  const below = (one: Tree | string, at: string): string[] =>
    typeof one === 'string' ? [at] : Object.entries(one).flatMap(([name, next]) => below(next, `${at}.${name}`))
  return Object.entries(tree).flatMap(([area, words]) => below(words, '').map((key) => `${area}:${key.slice(1)}`))
}

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?['"]([#.][^'"]+)['"]/gm
const FETCHED = /\bimport\((['"])([#.][^'"]+\.tsx?|#(?:contract|machines|streams)\/[^'"]+)\1\)/g
const KEY = new RegExp(`(['"\`])(${namespaces.join('|')}):`, 'g')
/** Comments that have lines of their own; they name keys, too. */
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*$/gm
/** A declaration of a resource or document, whose words stand under its area and name. */
const DECLARED = /\bname: '(\w+)'(?:[^}]|\}(?!\)))*?\barea: '(\w+)'|\barea: '(\w+)'/g

/** The file that an import of `from` names. */
function fileOf(wanted: string, from: string): string | undefined {
  const at = wanted.startsWith('#') ? wanted.slice(1) : path.join(path.dirname(from), wanted)
  return [at, `${at}.ts`].find((one) => OWN.test(one) && /\.tsx?$/.test(one) && existsSync(one))
}

/** The keys that are written in a source, in which `*` stands for what is known only when it runs. */
export function keysIn(source: string): string[] {
  const found: string[] = []
  const code = source.replace(COMMENT, '')
  for (const { 0: begin, 1: quote, 2: area, index } of code.matchAll(KEY)) {
    let key = `${area}:`
    let at = index + begin.length
    for (; at < code.length && code[at] !== quote; at++) {
      if (quote !== '`' || code[at] !== '$' || code[at + 1] !== '{') {
        key += code[at]
        continue
      }
      key += '*'
      // To the end of what is put in there, with whatever stands in braces inside of it.
      let depth = 0
      for (at++; at < code.length; at++) {
        if (code[at] === '{') depth++
        else if (code[at] === '}' && --depth === 0) break
      }
    }
    if (/^\w+:[\w.*-]*$/.test(key)) found.push(key)
  }
  return found
}

/** What words resources and documents by the names in their declarations: where none of these is, none of those words is said. */
const BY_NAMES = ['src/crud/useWords.ts', 'src/documents/useDocumentWords.ts']

interface Source {
  readonly imports: readonly string[]
  /** What it fetches when that is needed. */
  readonly fetches: readonly string[]
  readonly keys: readonly string[]
  /** Where the words of what it declares stand. */
  readonly declares: readonly string[]
}

/** What a build is made of, as far as words go: read from the sources, which name each import and nearly each key in full. */
function readSources(): Map<string, Source> {
  const sources = new Map<string, Source>()
  const files = new Set([MAIN])
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const named = (all: Iterable<string>) => [...all].flatMap((wanted) => fileOf(wanted, file) ?? [])
    const imports = named(Array.from(text.matchAll(IMPORT), ([, wanted]) => wanted!))
    const fetches = named(Array.from(text.matchAll(FETCHED), ([, , wanted]) => wanted!))
    for (const next of [...imports, ...fetches]) files.add(next)
    const declared = file.startsWith('contract/') && !file.endsWith('/pages.ts') ? [...text.matchAll(DECLARED)] : []
    const declares = declared.map(([, name, area, other]) => (other === undefined ? `${area}:${name}` : `${other}:*`))
    sources.set(file, { imports, fetches, keys: keysIn(text), declares })
  }
  return sources
}

/** Which words each source says. */
function finder(keys: readonly string[]): (written: readonly string[]) => Set<string> {
  const below = new Map<string, string[]>()
  const note = (at: string, key: string) => void (below.get(at)?.push(key) ?? below.set(at, [key]))
  for (const key of keys) {
    const [area, words] = key.split(':') as [string, string]
    const steps = words.split('.')
    note(`${area}:*`, key)
    for (let length = 1; length <= steps.length; length++) note(`${area}:${steps.slice(0, length).join('.')}`, key)
    // Of a number: `days_one` and `days_other` are both written `days`.
    const counted = key.replace(/_[a-z]+$/, '')
    if (counted !== key) note(counted, key)
  }
  const known = new Map<string, readonly string[]>()
  const find = (written: string): readonly string[] => {
    if (!written.includes('*') || below.has(written)) return below.get(written) ?? []
    const like = new RegExp(`^${written.replaceAll('.', '\\.').replaceAll('*', '.+')}([._].*)?$`)
    return (below.get(`${written.split(':')[0]}:*`) ?? []).filter((key) => like.test(key))
  }
  return (all) =>
    new Set(
      all.flatMap((written) => {
        const found = known.get(written) ?? find(written)
        known.set(written, found)
        return found
      }),
    )
}

interface WordPlan {
  /** The part of each word, by its key. */
  readonly partOf: ReadonlyMap<string, string>
  /** The parts that a source needs beside those of the start, where it is fetched by itself. */
  readonly needs: (file: string) => readonly string[]
}

/** Which words come with which pages. */
export function planWords(keys: readonly string[]): WordPlan {
  const sources = readSources()
  const find = finder(keys)
  const said = new Map([...sources].map(([file, { keys: written }]) => [file, find(written)]))
  const declared = new Map([...sources].map(([file, { declares }]) => [file, find(declares)]))
  const reach = (from: Iterable<string>): Set<string> => {
    const files = new Set(from)
    for (const file of files) for (const next of sources.get(file)?.imports ?? []) files.add(next)
    return files
  }
  const ofMain = reach([MAIN])
  const needed = (root: string): Set<string> => {
    const files = reach([root])
    const all = new Set([...files].flatMap((file) => [...said.get(file)!]))
    // The frame knows many a declaration, of which it says no word: only what a page itself imports is meant by it.
    if (BY_NAMES.some((file) => files.has(file)))
      for (const file of [...files].filter((one) => !ofMain.has(one)).flatMap((one) => [one, ...sources.get(one)!.imports]))
        for (const key of declared.get(file)!) all.add(key)
    return all
  }
  const atStart = new Set([...FIRST.flatMap((root) => [...needed(root)]), ...find(['frame:*'])])
  const roots = new Map([...new Set([...sources.values()].flatMap(({ fetches }) => fetches))].map((root) => [root, needed(root)]))
  const users = new Map<string, Set<string>>()
  for (const [root, words] of roots) {
    const area = /^src\/screens\/(\w+)\//.exec(root)?.[1] ?? COMMON
    for (const key of words) users.set(key, (users.get(key) ?? new Set()).add(area))
  }
  const partOf = new Map(
    keys.map((key) => {
      const areas = [...(users.get(key) ?? [REST])]
      return [key, atStart.has(key) ? START : areas.length === 1 ? areas[0]! : COMMON]
    }),
  )
  return {
    partOf,
    needs: (file) => [...new Set([...(roots.get(file) ?? [])].map((key) => partOf.get(key)!))].filter((part) => part !== START).toSorted(),
  }
}

/** The words of one part, as they stand in the whole. */
export function wordsIn(tree: Tree, isIn: (key: string) => boolean): Tree {
  const below = (one: Tree, at: string): Tree =>
    Object.fromEntries(
      Object.entries(one).flatMap(([name, next]): [string, Tree | string][] => {
        const key = at === '' ? `${name}:` : at.endsWith(':') ? `${at}${name}` : `${at}.${name}`
        if (typeof next === 'string') return isIn(key) ? [[name, next]] : []
        const words = below(next, key)
        return Object.keys(words).length > 0 ? [[name, words]] : []
      }),
    )
  return below(tree, '')
}

/**
 * Splits the console's words into parts: what is said first, what several areas say, and what each area says alone. What is fetched by itself
 * is fetched with its words, so that nothing is drawn without them.
 */
export const wordParts = (): Plugin => {
  let plan: WordPlan
  let root = ''
  const trees = new Map<Language, Tree>()
  const WORDS = '\0words/'
  return {
    name: 'furrow-words',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    buildStart() {
      for (const language of LANGUAGES) trees.set(language, wordsOf(language))
      plan = planWords(keysOf(trees.get('zh-CN')!))
    },
    resolveId: (id) => (id.startsWith('words/') ? `\0${id}` : null),
    load(id) {
      if (id === path.resolve(root, PARTS)) {
        const names = [...new Set(plan.partOf.values())].toSorted()
        const of = (language: Language) =>
          names.map((name) => `${JSON.stringify(name)}: () => import('words/${language}/${name}')`).join(', ')
        const all = LANGUAGES.map((language) => `${JSON.stringify(language)}: { ${of(language)} }`).join(', ')
        return `export const START = ${JSON.stringify(START)}\nexport const parts = { ${all} }`
      }
      if (!id.startsWith(WORDS)) return null
      const [language, name] = id.slice(WORDS.length).split('/') as [Language, string]
      return `export const words = ${JSON.stringify(wordsIn(trees.get(language)!, (key) => plan.partOf.get(key) === name))}`
    },
    transform(code, id) {
      const from = path.relative(root, id)
      if (!from.startsWith('src/') || !code.includes('import(')) return null
      let isChanged = false
      const wrapped = code.replace(FETCHED, (fetched, _quote: string, wanted: string) => {
        const said = plan.needs(fileOf(wanted, from) ?? '')
        if (said.length === 0) return fetched
        isChanged = true
        return `withWords(${[fetched, ...said.map((part) => JSON.stringify(part))].join(', ')})`
      })
      return isChanged ? { code: `import { withWords } from '#src/i18n/i18n.ts'\n${wrapped}`, map: null } : null
    },
  }
}
