import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTries } from '#server/ground/broker/tries'
import { hashSecret } from '#server/ground/broker/secret'
import { DEVICE_SECRET } from '../arrange.ts'
import { aFarm, type Farm, startFarm } from './farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const answersOf = (tries: readonly { username: string; password?: string }[]) =>
  Promise.all(
    tries.map((one) =>
      farm.connect(one).then(
        async (client) => {
          await client.endAsync(true)
          return 'in'
        },
        (cause: Error) => cause.message,
      ),
    ),
  )
const LATER = /Server unavailable/

test('wrong secrets of one name that come fast are not looked at any more; another device of the same address signs in meanwhile, and the right one soon', async () => {
  const { device, tenant, area } = await aFarm(farm)
  const other = await farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id })
  const username = `${tenant.id}/${device.eui}`
  const answers = await answersOf(Array.from({ length: 60 }, (_, at) => ({ username, password: `guess-${at}` })))
  expect(answers).not.toContain('in')
  expect(answers.filter((one) => LATER.test(one)).length).toBeGreaterThan(15)
  expect(await answersOf([{ username: `${tenant.id}/${other.eui}`, password: DEVICE_SECRET }])).toEqual(['in'])
  await vi.waitFor(async () => expect(await answersOf([{ username, password: DEVICE_SECRET }])).toEqual(['in']), { interval: 1000 })
})

test('a wrong token that comes fast is not looked at any more, and a right one of the same address is', async () => {
  const { tenant, area } = await aFarm(farm)
  const token = 'ABCDEFGHIJKLMNOPQRSTUVWX'
  await farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id, token_hash: hashSecret(token) })
  const answers = await answersOf(Array.from({ length: 60 }, () => ({ username: 'XBCDEFGHIJKLMNOPQRSTUVWX' })))
  expect(answers).not.toContain('in')
  expect(answers.filter((one) => LATER.test(one)).length).toBeGreaterThan(15)
  expect(await answersOf([{ username: token }])).toEqual(['in'])
})

test('a thousand devices that come back at once from one address are all looked at', () => {
  const tries = createTries(() => 0)
  for (let at = 0; at < 1000; at++) expect(tries.begin('10.0.0.1', `device-${at}`)).toBe(true)
})

test('a name has its tries back with time, and those that are let in cost none', () => {
  let now = 0
  const tries = createTries(() => now)
  const wrong = (name: string, address = '10.0.0.1') => tries.begin(address, name)
  const looked = Array.from({ length: 40 }, () => wrong('one')).filter(Boolean).length
  expect(looked).toBe(30)
  expect(wrong('one', '10.0.0.2')).toBe(true)
  now += 3000
  expect(Array.from({ length: 10 }, () => wrong('one')).filter(Boolean)).toHaveLength(3)
  for (let at = 0; at < 500; at++) {
    expect(wrong('right')).toBe(true)
    tries.letIn('10.0.0.1', 'right')
  }
  for (let at = 0; at < 2500; at++) wrong(`other-${at}`)
  expect(wrong('new')).toBe(false)
  expect(wrong('right')).toBe(true)
})
