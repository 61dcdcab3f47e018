import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { headersOf } from '#server/ground/push/word'

type Check = (rawBody: string, header: string, secret: string, now?: number) => boolean

/** The example that a receiver is given, as it stands there. */
async function exampleOf(): Promise<Check> {
  const page = await readFile('docs/data-push.md', 'utf8')
  const [, code] = page.split('```js\n')
  const file = `data:text/javascript,${encodeURIComponent(`${code!.split('```')[0]}\nexport { isFromFurrow }`)}`
  return ((await import(/* @vite-ignore */ file)) as { isFromFurrow: Check }).isFromFurrow
}

test('what the documentation gives a receiver takes a signature by its secret, the old or the new one, and no other', async () => {
  const isFromFurrow = await exampleOf()
  const at = Date.now()
  const signed = (oldSecret: string | null) =>
    headersOf(
      { format: 'json', keyId: 'k_new', oldKeyId: oldSecret === null ? null : 'k_old' },
      { id: '1', resent: false },
      { body: '{"a":1}', keys: { secret: 'new', oldSecret, headers: {} }, at },
    )['furrow-signature']!
  const takes = (header: string, secret: string, body = '{"a":1}', now = at) => isFromFurrow(body, header, secret, now)
  expect(takes(signed(null), 'new')).toBe(true)
  expect(takes(signed(null), 'old')).toBe(false)
  expect(takes(signed('old'), 'new')).toBe(true)
  expect(takes(signed('old'), 'old')).toBe(true)
  expect(takes(signed('old'), 'other')).toBe(false)
  expect(takes(signed('old'), 'new', '{"a":2}')).toBe(false)
  expect(takes(signed('old'), 'new', '{"a":1}', at + 301_000)).toBe(false)
  for (const header of ['', 't=1', 'v1=', 't=,v1=zz', ',,=']) expect(takes(header, 'new')).toBe(false)
})
