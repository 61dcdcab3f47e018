import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { consoleRoots, DRAWN, entryOf, openPages } from '#contract/entries'
import { routes } from '#contract/routes'
import { CONSOLE_PAGE, keptPageOf, LOGIN_PAGE } from '#src/worker/keptPage.ts'

const shell = { roots: consoleRoots, openPages }
const filled = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '1')

describe('without network', () => {
  test('every page of the console is drawn by its own page, the sign-in by its', () => {
    const own = routes
      .map(({ path }) => filled(path))
      .filter((path) => entryOf(path) === '/index.html' && path !== '/' && !DRAWN.includes(path))
    expect(own.length).toBeGreaterThan(100)
    expect(own.filter((path) => keptPageOf(shell, path) !== CONSOLE_PAGE)).toEqual([])
    expect(['/', '/login'].map((path) => keptPageOf(shell, path))).toEqual([LOGIN_PAGE, LOGIN_PAGE])
  })

  test('what visitors see is left to the network, even where it stood among the pages of the console', () => {
    const other = { roots: ['web'], openPages: [{ path: '/web/open/:key', entry: '/visitors.html' }] }
    expect(['/web/open/1', '/web/open/1/', '/web/open'].map((path) => keptPageOf(other, path))).toEqual([null, null, CONSOLE_PAGE])
  })

  test('no call is answered, whatever its path', () => {
    expect(calls.length).toBeGreaterThan(300)
    expect(calls.map(({ path }) => filled(path)).filter((path) => keptPageOf(shell, path) !== null)).toEqual([])
  })

  test.each([
    '/oauth',
    '/iam/',
    '/wfpf/v1/1/anything',
    '/wfpe',
    '/hmsg',
    '/hfle/v1/1/files/7',
    '/healthz',
    '/metrics',
    '/boot.json',
    '/openapi.json',
    '/manifest.webmanifest',
    '/sw.js',
    '/push.js',
    '/mqtt',
    '/seed',
    '/seed/',
    '/information',
    '/docs',
    '/setup',
    '/setup/encrypt.js',
    '/tour/a-key',
    '/tour/a-key/',
    '/register',
    '/forgetPassword',
    '/help/guide.zh-CN.html',
    '/home/picture.svg',
    '/assets/base-RLwos3JQ.js',
    '/webs',
    '//web',
  ])('%s is left to the network', (path) => {
    expect(keptPageOf(shell, path)).toBeNull()
  })
})
