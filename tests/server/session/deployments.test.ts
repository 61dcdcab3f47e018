import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/ground/database/schema'
import { deployments } from '#server/session/tenants'

/** A tenant table that answers every domain with its own words, and counts how often each was asked for. */
function desk() {
  const asked: string[] = []
  let now = 1_700_000_000_000
  const question = {
    select: () => question,
    where(_: string, __: string, domain: string) {
      asked.push(domain)
      return {
        executeTakeFirst: () =>
          domain === 'broken' ? Promise.reject(new Error('away')) : Promise.resolve({ deployment: { loginTitle: domain } }),
      }
    },
  }
  const db = { selectFrom: () => question } as unknown as Kysely<Database>
  return { asked, of: deployments(db, () => now), wait: (ms: number) => (now += ms) }
}

test('the words of a domain are read once in half a minute', async () => {
  const { asked, of, wait } = desk()
  await of('farm.example')
  wait(29_000)
  expect((await of('Farm.example:8080')).loginTitle).toBe('farm.example')
  expect(asked).toEqual(['farm.example'])
  wait(2000)
  await of('farm.example')
  expect(asked).toEqual(['farm.example', 'farm.example'])
})

test('a domain that is asked for stays remembered, however many others are made up', async () => {
  const { asked, of } = desk()
  await of('farm.example')
  for (let at = 0; at < 3000; at++) {
    await of(`${at}.example`)
    if (at % 500 === 0) await of('farm.example')
  }
  expect(asked.filter((domain) => domain === 'farm.example')).toHaveLength(1)
})

test('a failure is not remembered', async () => {
  const { asked, of } = desk()
  await expect(of('broken')).rejects.toThrow('away')
  await expect(of('broken')).rejects.toThrow('away')
  expect(asked).toHaveLength(2)
})
