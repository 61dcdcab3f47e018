import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import enUS from './locales/en-US/help.json' with { type: 'json' }
import zhCN from './locales/zh-CN/help.json' with { type: 'json' }
import { DRAWN, entryOf } from './contract/entries.ts'
import { helpPages } from './src/help/helpPages.ts'
import { appShell } from './vite.shell.ts'
import { wordParts } from './vite.words.ts'

const server = process.env.FURROW_SERVER ?? 'http://127.0.0.1:8080'
const EMPTY_BOOT = '<script type="application/json" id="boot">{}</script>'

/** Serves the entries as the server does, and fills the boot script from the running server. Development only. */
const pagesAsServed = (): Plugin => ({
  name: 'furrow-pages',
  apply: 'serve',
  configureServer(dev) {
    dev.middlewares.use((request, _, next) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://dev')
      const page = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html') && path.extname(pathname) === ''
      if (page && !DRAWN.includes(pathname) && !/^\/(@|src\/|node_modules\/|docs)/.test(pathname))
        request.url = (pathname === '/' ? '/login.html' : entryOf(pathname)) + search
      next()
    })
  },
  async transformIndexHtml(html) {
    const answer = await fetch(`${server}/boot.json`).catch(() => null)
    if (answer?.ok !== true) return html
    // A tenant's own words could close the script.
    return html.replace(EMPTY_BOOT, EMPTY_BOOT.replace('{}', (await answer.text()).replaceAll('<', '\\u003c')))
  },
})

/** Writes the help pages out of the locales, one template for all. */
const help = (): Plugin => {
  const pages = helpPages({ 'zh-CN': zhCN, 'en-US': enUS })
  return {
    name: 'furrow-help',
    configureServer(dev) {
      dev.middlewares.use((request, response, next) => {
        const page = pages[(request.url ?? '').slice(1)]
        if (page == null) next()
        else response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
      })
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(pages)) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
/** Files that the server sends as they are; a page is filled with its boot script when it is asked for. */
const COMPRESSIBLE = /\.(js|css|svg|json|geojson|webmanifest)$/
const TOO_SMALL = 1000

/** Writes a .br and a .gz beside every file of the build that shrinks. */
const precompressed = (): Plugin => {
  let folder = 'dist'
  return {
    name: 'furrow-precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name))
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(folder, name)
          const bytes = await readFile(file)
          if (bytes.length < TOO_SMALL) return
          await Promise.all([
            brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).then((small) =>
              writeFile(`${file}.br`, small),
            ),
            gzip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
          ])
        }),
      )
    },
  }
}

const LOGIN = path.resolve('src/login/main.tsx')
const REGISTER = path.resolve('src/login/RegisterForm.tsx')
const CONSOLE = path.resolve('src/main.tsx')
const VISITORS = path.resolve('src/visitors/main.ts')
interface Graph {
  getModuleInfo: (id: string) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}
const reached = new Map<string, Set<string>>()
/** Everything that an entry needs at once: what it imports, and what that imports. Of dynamic imports only those of visitors are: they are asked for at once. */
function reaches(graph: Graph, entry: string): Set<string> {
  const known = reached.get(entry)
  if (known != null) return known
  const all = new Set([entry])
  for (const id of all) {
    const info = graph.getModuleInfo(id)
    for (const next of info?.importedIds ?? []) all.add(next)
    if (id.includes('/src/visitors/')) for (const next of info?.dynamicallyImportedIds ?? []) all.add(next)
  }
  // The entries stay chunks of their own, so that neither runs the other.
  all.delete(entry)
  reached.set(entry, all)
  return all
}

/** What is drawn first by most, and at once on every page. */
const FIRST = ['src/screens/home/HomePage.tsx', 'src/screens/notices/NoticeBell.tsx', 'streams/broker.ts'].map((file) => path.resolve(file))
/** What more parts than these need is one chunk: most pages need most of it. */
const OFTEN = 30

/** What pages and forms are drawn with: small pieces, of which each page needs some. */
const KIT = /\/src\/(ui|forms|crud|session)\//

let uses: Map<string, number> | undefined
/** How many of the parts that the console fetches by themselves need each module. */
function usesOf(graph: Graph): Map<string, number> {
  if (uses !== undefined) return uses
  uses = new Map()
  const parts = new Set<string>()
  const all = new Set([CONSOLE])
  for (const id of all) {
    const info = graph.getModuleInfo(id)
    for (const part of info?.dynamicallyImportedIds ?? []) parts.add(part)
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) all.add(next)
  }
  for (const part of parts) for (const id of [part, ...reaches(graph, part)]) uses.set(id, (uses.get(id) ?? 0) + 1)
  return uses
}

const CHUNKS = ['loader', 'base', 'visitors', 'console', 'first', 'often', 'kit', 'icons'] as const
function chunkOf(id: string, graph: Graph): (typeof CHUNKS)[number] | null {
  // The sign-in page's own code stays in its entry, and so does that of visitors.
  if (/\/src\/(login|visitors)\//.test(id)) return null
  // What fetches the rest: it waits for nothing.
  if (id.includes('vite/preload-helper')) return 'loader'
  if (reaches(graph, LOGIN).has(id)) return 'base'
  if (!reaches(graph, CONSOLE).has(id)) return pieceOf(id, graph)
  // A visitor is brought nothing of the console but what its pages draw with.
  if (reaches(graph, VISITORS).has(id)) return 'visitors'
  // What registration shares with the console is half a kilobyte: in the console's chunk it would bring all of that along.
  return reaches(graph, REGISTER).has(id) ? 'base' : 'console'
}
/** Whether a module brings no library beside those that are there from the start. */
const isLight = (id: string, graph: Graph): boolean =>
  [id, ...reaches(graph, id)].every(
    (one) => !one.includes('/node_modules/') || /\/@mui\/(icons-)?material\//.test(one) || [LOGIN, CONSOLE].some((entry) => reaches(graph, entry).has(one)),
  )
/** Of what comes with a page, the chunk that it shares with others. */
function pieceOf(id: string, graph: Graph): (typeof CHUNKS)[number] | null {
  const count = usesOf(graph).get(id) ?? 0
  if (count < 2) return null
  if (FIRST.some((one) => reaches(graph, one).has(id))) return 'first'
  if (count >= OFTEN && isLight(id, graph)) return 'often'
  if (KIT.test(id) && isLight(id, graph)) return 'kit'
  return id.includes('/@mui/icons-material/') ? 'icons' : null
}

export default defineConfig({
  appType: 'mpa',
  plugins: [wordParts(), react(), help(), pagesAsServed(), appShell(), precompressed()],
  server: {
    // An address may carry credentials (link sign-in): no request may pass it on.
    headers: { 'referrer-policy': 'no-referrer' },
    proxy: {
      ...Object.fromEntries(
        ['/oauth', '/iam', '/wfpf', '/wfpe', '/hmsg', '/hfle', '/healthz', '/boot.json', '/manifest.webmanifest', ...DRAWN].map((prefix) => [
          prefix,
          { target: server },
        ]),
      ),
      '/mqtt': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2023',
    // Old hashed files of an earlier build must not be served for ever.
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html', visitors: 'visitors.html' },
      output: {
        codeSplitting: {
          // Without these, sixty shared pieces of a few kilobytes are fetched one by one. What an earlier one holds no later one takes along.
          groups: CHUNKS.map((chunk, at) => ({
            debugName: chunk,
            priority: CHUNKS.length - at,
            name: (id: string, graph: Graph) => (chunkOf(id, graph) === chunk ? chunk : null),
          })),
        },
      },
    },
  },
})
