import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { build, type Plugin, type Rolldown } from 'vite'
import { consoleRoots, openPages } from './contract/entries.ts'
import type { Shell } from './src/worker/keptPage.ts'

const WORKER = 'sw.js'
const DRAWING = 'public/favicon.svg'
/** The mark's own green (public/favicon.svg). */
const GROUND = '#1b9961'
const ICONS = [
  { name: 'icons/192.png', size: 192, bleeds: false },
  { name: 'icons/512.png', size: 512, bleeds: false },
  // Cut to a shape by the phone: the mark stands in the middle eight tenths, and the ground goes to the edges.
  { name: 'icons/maskable.png', size: 512, bleeds: true },
  { name: 'icons/apple.png', size: 180, bleeds: true },
] as const

async function drawIcon({ size, bleeds }: (typeof ICONS)[number]): Promise<Uint8Array> {
  const mark = Math.round(size * (bleeds ? 0.8 : 1))
  const drawn = await sharp(DRAWING, { density: 72 * 16 })
    .resize(mark)
    .png()
    .toBuffer()
  if (!bleeds) return drawn
  return sharp({ create: { width: size, height: size, channels: 4, background: GROUND } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
}

/** Rooms that a phone opens in the field without network; what other pages fetch is kept once they were opened. */
const FIELD_ROOMS =
  /^src\/(screens\/(farm|field|account|notices|frame|organization\/Activity)|frame|crud|documents|field|files|kept|ui|map|time)\b|^(streams|locales)\//
/** What these say (vite.words.ts). */
const FIELD_WORDS = /\bwords\/[\w-]+\/(start|common|farm|field|account|notices)$/
/** Only for writing at a desk. */
const DESK = /\/(PassagesInput|ArticleTextInput|NoticeManagePage|UndeliveredPage)\./

type Chunk = Rolldown.OutputChunk
const isChunk = (one: Chunk | Rolldown.OutputAsset): one is Chunk => one.type === 'chunk'

/** What the entries and the rooms of the field are made of. */
function fieldFiles(bundle: Rolldown.OutputBundle, entries: readonly Chunk[]): string[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    const chunk = bundle[name]
    if (found.has(name) || chunk === undefined || !isChunk(chunk)) return
    found.add(name)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
    for (const needed of chunk.imports) add(needed)
    for (const room of chunk.dynamicImports) {
      const next = bundle[room]
      const id = next !== undefined && isChunk(next) ? next.facadeModuleId : null
      const at = id === null ? '' : path.relative(process.cwd(), id)
      // What is asked for by no address of its own is a piece that several rooms share.
      if (id === null || (FIELD_ROOMS.test(at) && !DESK.test(at)) || FIELD_WORDS.test(at)) add(room)
    }
  }
  for (const { fileName } of entries) add(fileName)
  return [...found].toSorted()
}

async function shellOf(bundle: Rolldown.OutputBundle): Promise<Shell> {
  const chunks = Object.values(bundle).filter(isChunk)
  const entry = (page: string) => chunks.find(({ facadeModuleId }) => facadeModuleId === path.resolve(page))!
  const [console, login] = [entry('index.html'), entry('login.html')]
  const revision = createHash('sha256')
    .update(await readFile(DRAWING))
    .digest('hex')
    .slice(0, 16)
  return {
    script: `/${console.fileName}`,
    login: `/${login.fileName}`,
    files: [
      ...fieldFiles(bundle, [console, login]).map((name) => ({ url: `/${name}`, revision: null })),
      { url: '/favicon.svg', revision },
    ],
    roots: consoleRoots,
    openPages,
  }
}

/** Draws the icons of the installed console, and builds its worker: that knows by name what the build made for the field. */
export const appShell = (): Plugin => {
  let folder = 'dist'
  return {
    name: 'furrow-shell',
    configResolved({ root, build: { outDir } }) {
      folder = path.resolve(root, outDir)
    },
    // Under development there is no shell to keep: only alarms are shown.
    configureServer(dev) {
      dev.middlewares.use(
        `/${WORKER}`,
        (_, response) => void response.setHeader('content-type', 'text/javascript').end(`importScripts('/push.js')`),
      )
    },
    async generateBundle() {
      for (const icon of ICONS) this.emitFile({ type: 'asset', fileName: icon.name, source: await drawIcon(icon) })
    },
    // Not in closeBundle, where what was written is packed.
    async writeBundle(_, bundle) {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __SHELL__: JSON.stringify(await shellOf(bundle)), 'process.env.NODE_ENV': '"production"' },
        build: {
          target: 'es2023',
          outDir: folder,
          emptyOutDir: false,
          modulePreload: false,
          rolldownOptions: { input: 'src/worker/worker.ts', output: { format: 'iife', entryFileNames: WORKER } },
        },
      })
    },
  }
}
