import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { boot } from '#contract/session/tenant'
import { DEFAULT_TILES } from '#server/ground/config'
import { manifestOf } from '#server/ground/http/manifest'
import { tileOrigin } from '#server/ground/http/security'
import { arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let folder: string

const page = (name: string) =>
  `<!doctype html><html><head><title>${name}</title><script type="application/json" id="boot">{}</script></head><body></body></html>`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'furrow-dist-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page('index'))
  writeFileSync(join(folder, 'login.html'), page('login'))
  writeFileSync(join(folder, 'visitors.html'), page('visitors'))
  writeFileSync(join(folder, 'assets', 'main-Abcd1234.js'), `export const words = '${'furrow '.repeat(500)}'`)
  writeFileSync(join(folder, 'sw.js'), '// the worker')
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  server = await startTestServer({ consoleFolder: folder, config: { tiles: DEFAULT_TILES } })
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})
const get = (path: string, headers: Record<string, string> = {}) => server.anonymous.raw('GET', path, { headers })
const bootOf = (html: string) => boot.parse(JSON.parse(/<script type="application\/json" id="boot">([^<]*)<\/script>/.exec(html)![1]!))

describe('pages', () => {
  test('the root leads to the sign-in page and keeps what the address carries', async () => {
    const answer = await get('/?lang=en-US')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?lang=en-US'])
  })

  test('credentials in the address of the root are sent back in no other address', async () => {
    for (const query of ['u=somebody&p=secret', 'access_token=a-token']) {
      const answer = await get(`/?${query}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
      expect(await answer.text()).toContain('login')
    }
  })

  test.each([
    ['/login', 'login'],
    ['/register', 'login'],
    ['/forgetPassword', 'login'],
    ['/setPassword', 'login'],
    ['/register/', 'login'],
    ['/tour/a-key', 'visitors'],
    ['/tour/a-key/', 'visitors'],
    ['/tour', 'index'],
    ['/tour/a-key/more', 'index'],
    ['/tour//', 'index'],
    ['/web/farm/home', 'index'],
    ['/map', 'index'],
    ['/no/such/page', 'index'],
    ['/index.html', 'index'],
    ['/login.html', 'index'],
    ['/visitors.html', 'index'],
  ])('%s is the page of %s, with its boot data in place', async (path, name) => {
    const answer = await get(path)
    const html = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain(`<title>${name}</title>`)
    const data = bootOf(html)
    expect(data.publicKey).toContain('BEGIN PUBLIC KEY')
    expect(data.tiles.map(({ crs }) => crs)).toEqual(['WGS84', 'GCJ02', 'BD09'])
    expect(data.mqttPort).toBe(server.mqttPort)
    expect(boot.parse(await (await get('/boot.json')).json())).toEqual(data)
  })

  test('a domain’s own words cannot close the script that carries them', async () => {
    const build = arrange(server.owner)
    await build.aTenant({
      domain: 'farm.example',
      deployment: JSON.stringify({ loginTitle: '</script><script>alert(1)</script>', copyright: 'Farm' }),
    })
    const answer = await (await get('/wfpf/v1/0/tenant/domain?domainName=farm.example:8080')).json()
    expect(answer).toEqual({
      favicon: null,
      loginTitle: '</script><script>alert(1)</script>',
      loginLogo: null,
      workLogo: null,
      titleLoginLogo: null,
      copyright: 'Farm',
      defaultLanguage: null,
    })
  })

  test.each(['oauth', 'iam', 'wfpf', 'wfpe', 'hmsg', 'hfle'])('an unknown path under /%s is a JSON 404, never a page', async (prefix) => {
    const answers = await Promise.all([
      get(`/${prefix}`),
      get(`/${prefix}/nothing/here`),
      server.anonymous.raw('POST', `/${prefix}/nothing`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await answers[1]!.json()).toMatchObject({ failed: true, code: 'error.notFound' })
  })

  test('a hashed file is sent compressed, to be kept for ever; one that is gone is 404', async () => {
    const answer = await get('/assets/main-Abcd1234.js', { 'accept-encoding': 'br' })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(500)
    const etag = answer.headers.get('etag')!
    expect((await get('/assets/main-Abcd1234.js', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304)
    expect((await get('/assets/main-Zzzz9999.js')).status).toBe(404)
  })

  test('pages are compressed too', async () => {
    const response = await get('/login', { 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.text()).toContain('<title>login</title>')
    expect(brotliDecompressSync).toBeTypeOf('function')
  })

  test.each(['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/handler.ts', '/own/docs/viewer.html'])(
    '%s is no file of ours',
    async (path) => {
      const answer = await get(path)
      expect(answer.headers.get('content-type')).toMatch(/text\/html/)
      expect(await answer.text()).toContain('<title>index</title>')
    },
  )
})

describe('what a phone installs', () => {
  test('is called as the product in the caller’s language, or as the tenant calls it, and begins with the tasks of the field', async () => {
    const answer = await get('/manifest.webmanifest', { 'accept-language': 'en-US' })
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.json()).toMatchObject({
      name: 'Furrow Smart Farm',
      lang: 'en-US',
      start_url: '/web/farm/task',
      scope: '/',
      display: 'standalone',
    })
    expect(await (await get('/manifest.webmanifest', { 'accept-language': 'zh-CN' })).json()).toMatchObject({ name: 'Furrow 智慧农场' })
    const none = {
      favicon: null,
      loginTitle: null,
      loginLogo: null,
      workLogo: null,
      titleLoginLogo: null,
      copyright: null,
      defaultLanguage: null,
    }
    expect(manifestOf({ ...none, loginTitle: '沙湾水乡' }, 'zh-CN')).toMatchObject({ name: '沙湾水乡', short_name: '沙湾水乡' })
  })

  test('is drawn by a worker that is asked for anew each time', async () => {
    const answer = await get('/sw.js')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('headers', () => {
  test('no inline script may run, no address leaks, and only configured hosts bring pictures', async () => {
    const { headers } = await get('/login')
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain(`script-src 'self';`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain(new URL(server.url).host)
    expect(policy).toContain('https://*.bdimg.com')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    ['https://{s}.tiles.example.org/{z}/{x}/{y}.png', 'https://*.tiles.example.org'],
    ['https://t0{1-4}.example.org/{z}', 'https://*.example.org'],
    ['http://tiles.example.org:8000/{z}', 'http://tiles.example.org:8000'],
    ['/tiles/{z}/{x}/{y}.png', null],
  ])('tiles of %s are allowed from %s', (url, origin) => {
    expect(tileOrigin(url)).toBe(origin)
  })
})

describe('the description of the calls', () => {
  test('names every declared call, with {t} as a parameter of the path, its permission, and no login for public ones', async () => {
    const description = (await (await get('/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, { security?: unknown[]; parameters: { name: string; in: string }[]; 'x-permission': unknown }>>
    }
    expect(description.openapi).toBe('3.1.0')
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).toSorted())
    for (const call of calls) {
      const one = description.paths[call.path]![call.method.toLowerCase()]!
      expect(one['x-permission']).toEqual(call.permission)
      // What only a person does is asked with the token of a session, as all is that says nothing else.
      const ways =
        call.permission === 'public' ? [] : call.persons ? undefined : [{ token: [] }, { application: expect.any(Array) as unknown }]
      expect(one.security).toEqual(ways)
      const inPath = one.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(inPath).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  test('is short, and whatever it refers to stands in it: what conditions and steps nest is said once', async () => {
    const text = await (await get('/openapi.json')).text()
    expect(text.length).toBeLessThan(4_000_000)
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, object> } }
    const named = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, at]) => at!))
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((at) => components.schemas[at.replace('#/components/schemas/', '')] === undefined)).toEqual([])
    expect(Object.keys(components.schemas).filter((name) => !named.has(`#/components/schemas/${name}`))).toEqual([])
  })

  test('says how every password is encrypted, wherever one travels', async () => {
    const { paths } = (await (await get('/openapi.json')).json()) as { paths: object }
    const found: [string, { description?: string }][] = []
    const walk = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return
      for (const [name, below] of Object.entries(node)) {
        if (/password$/i.test(name) && !at.endsWith('/paths')) found.push([`${at}/${name}`, below as never])
        walk(below, `${at}/${name}`)
      }
    }
    for (const [path, methods] of Object.entries(paths)) walk(methods, path)
    expect(found.length).toBeGreaterThanOrEqual(5)
    for (const [at, { description }] of found)
      expect([at, description]).toEqual([at, expect.stringMatching(/RSA-OAEP.*SHA-256.*public\/key/)])
  })

  test('has a viewer that needs nothing from elsewhere and no inline code', async () => {
    const html = await (await get('/docs')).text()
    const used = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
    expect(used).toContain('/docs/viewer.js')
    expect(used.every((path) => path.startsWith('/'))).toBe(true)
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|onclick=/)
    const statuses = await Promise.all(used.map(async (path) => (await get(path)).status))
    expect(statuses.every((status) => status === 200)).toBe(true)
  })
})

describe('health and figures', () => {
  test('healthz says ready', async () => {
    const answer = await get('/healthz')
    expect([answer.status, await answer.json()]).toEqual([200, { ready: true }])
  })

  test('figures are for this machine alone', async () => {
    expect(await (await get('/metrics')).text()).toContain('furrow_call_seconds')
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  })
})
