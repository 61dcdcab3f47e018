import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ENTRIES, entryOf } from '#contract/entries'
import type { Boot } from '#contract/session/tenant'
import { CallFailure, notFound } from '../failure.ts'
import { wordsOf } from '../words.ts'
import { type Assets, compress, encodingOf } from './assets.ts'
import { languageFor } from './calls.ts'
import { manifestOf } from './manifest.ts'

/** Below these an unknown path is a call that does not exist, never a page. */
const CALL_PREFIXES = ['oauth', 'iam', 'wfpf', 'wfpe', 'hmsg', 'hfle']
/** What a page's address may bring to sign in with (BOOT-02, BOOT-03). */
const SECRETS = ['u', 'p', 'access_token']
const BOOT = /<script type="application\/json" id="boot">[^<]*<\/script>/
const COMPRESSED_KEPT = 50

export const pathOf = (request: FastifyRequest): string => request.raw.url?.split('?', 1)[0] ?? '/'

/**
 * Serves the console: files of the build as they are, and for every other path the page, with what it needs at once written into its
 * boot script. `/` leads to /login.
 */
export function servePages(
  app: FastifyInstance,
  given: {
    console: Assets
    own: Assets
    bootFor: (request: FastifyRequest) => Promise<Boot>
    publicKey: string
    isSetupOpen: () => Promise<boolean>
  },
): void {
  const { console: built, own, bootFor } = given
  const compressed = new LRUCache<string, Promise<Buffer>>({ max: COMPRESSED_KEPT })
  let encryptor: Promise<Buffer> | null = null

  app.get('/boot.json', async (request, reply) => reply.header('cache-control', 'no-store').send(await bootFor(request)))
  app.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .type('application/manifest+json')
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .send(JSON.stringify(manifestOf((await bootFor(request)).deployment, languageFor(request)))),
  )
  app.get('/', async (request, reply) => {
    const query = request.raw.url?.split('?', 2)[1] ?? ''
    // Credentials of a link sign-in are not sent back in another address: the page takes them out of this one.
    const asked = new URLSearchParams(query)
    if (SECRETS.some((name) => asked.has(name))) return sendPage(request, reply, '/login.html')
    return reply.redirect(query === '' ? '/login' : `/login?${query}`, 302)
  })
  app.get('/docs', async (request, reply) => sendFile(request, reply, own, '/docs/viewer.html'))

  app.get('/setup', async (request, reply) => {
    if (!(await given.isSetupOpen())) return reply.redirect('/login', 302)
    const language = languageFor(request)
    const page = (await own.text('/setup/page.html'))!
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(withBoot(page, { language, words: wordsOf(language, 'setup'), publicKey: given.publicKey }))
  })
  app.get('/setup/encrypt.js', async (_, reply) => {
    encryptor ??= readFile(join(dirname(createRequire(import.meta.url).resolve('jsencrypt/package.json')), 'bin', 'jsencrypt.min.js'))
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await encryptor)
  })

  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || CALL_PREFIXES.includes(path.split('/')[1]!)) throw notFound()
    if (await sendFile(request, reply, built, path)) return reply
    if (await sendFile(request, reply, own, path)) return reply
    // A hashed file of an earlier build is gone: a page in its place would be run as a script.
    if (path.startsWith('/assets/')) throw notFound()
    return sendPage(request, reply, entryOf(path))
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string) {
    const page = await built.text(name)
    if (page == null) throw new CallFailure('error.unavailable')
    const filled = Buffer.from(withBoot(page, await bootFor(request)))
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (encoding === 'identity') return reply.send(filled)
    const key = `${encoding} ${createHash('sha256').update(filled).digest('hex')}`
    const bytes = compressed.get(key) ?? compress(filled, encoding)
    compressed.set(key, bytes)
    return reply.header('content-encoding', encoding).send(await bytes)
  }
}

/** A page with what it needs at once in its boot script. */
function withBoot(page: string, data: object): string {
  // A word of a tenant could close the script.
  const boot = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return page.replace(BOOT, () => `<script type="application/json" id="boot">${boot}</script>`)
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, assets: Assets, path: string): Promise<FastifyReply | null> {
  // Entries are pages: without their boot script they would be of no use.
  if (ENTRIES.some((entry) => entry === path)) return null
  const asset = await assets.find(path)
  if (asset == null) return null
  const encoding = asset.compressible ? encodingOf(request.headers['accept-encoding']) : 'identity'
  reply.type(asset.type).header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (asset.compressible) reply.header('vary', 'accept-encoding')
  const etag = encoding === 'identity' ? asset.etag : asset.etag.replace(/"$/, `-${encoding}"`)
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await asset.bytes(encoding))
}
