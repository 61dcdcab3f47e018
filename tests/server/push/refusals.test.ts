import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dataPushCalls } from '#contract/organization/dataPush'
import { aPushFarm, type PushFarm, sentBy, valuesOf } from './aPushFarm.ts'

let farm: PushFarm
beforeAll(async () => {
  farm = await aPushFarm()
})
afterAll(() => farm?.close())
beforeEach(async () => {
  await farm.server.owner.query('delete from furrow.push_target')
  farm.service.calls.length = 0
  farm.service.reply = () => ({})
})
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
const params = (id: number) => ({ t: farm.tenant.id, id })

/** Long past the pause of now: only who is woken tries before that. */
const holdOff = (id: number) =>
  farm.server.owner.query(
    `update furrow.push_delivery set next_at = next_at + 3000000, attempts = 12 where target_id = $1 and state = 'waiting'`,
    [id],
  )

test.each([
  [401, 'denied'],
  [402, 'denied'],
  [403, 'denied'],
  [407, 'denied'],
  [404, 'missing'],
  [405, 'missing'],
  [410, 'missing'],
  [406, 'unexpected'],
  [415, 'unexpected'],
  [418, 'unexpected'],
  [426, 'unexpected'],
  [431, 'unexpected'],
  [451, 'unexpected'],
  [425, 'busy'],
  [500, 'busy'],
] as const)('%i ends and drops nothing: it is said as such, and all arrives in order once it is over', async (code, why) => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ batchSize: 1 })
  let isMended = false
  farm.service.reply = () => (isMended ? {} : { status: code })
  for (const value of [0, 1, 2]) await device.say({ load: value })
  await eventually(async () => {
    const { oldestAt, errorAt, failingSince, nextTryAt, ...figures } = await farm.figures(target.id)
    expect(figures).toMatchObject({ state: 'failing', why, code, waiting: 3, deadLetters: 0, dropped: 0, delivered: 0 })
    expect(oldestAt).not.toBeNull()
    expect(failingSince).toBeLessThanOrEqual(errorAt!)
    expect(nextTryAt).toBeGreaterThan(errorAt!)
  })
  // However often it is answered so.
  await eventually(async () => {
    await farm.admin.call(dataPushCalls.tryNow, { params: params(target.id) })
    expect(farm.service.calls.length).toBeGreaterThan(8)
  })
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ waiting: 3, deadLetters: 0, dropped: 0 }))
  isMended = true
  expect((await farm.admin.call(dataPushCalls.tryNow, { params: params(target.id) })).body).toBe(1)
  await eventually(async () =>
    expect(await farm.figures(target.id)).toMatchObject({
      state: 'calm',
      delivered: 3,
      deadLetters: 0,
      waiting: 0,
      failingSince: null,
      nextTryAt: null,
    }),
  )
  expect(valuesOf(farm.service.calls).filter((value, at, all) => all.indexOf(value) === at)).toEqual([0, 1, 2])
})

test('pauses grow while it is refused, and since when stays what it was', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add()
  farm.service.reply = () => ({ status: 401 })
  await device.say({ load: 1 })
  const seen: { failingSince: number | null; pause: number }[] = []
  let errorAt = 0
  await eventually(async () => {
    const now = await farm.figures(target.id)
    if (now.nextTryAt !== null && now.errorAt !== errorAt) {
      seen.push({ failingSince: now.failingSince, pause: now.nextTryAt - now.errorAt! })
      errorAt = now.errorAt!
    }
    expect(seen.length).toBeGreaterThanOrEqual(3)
  })
  const [first, , third] = seen
  expect(third!.pause).toBeGreaterThan(first!.pause)
  expect(new Set(seen.map(({ failingSince }) => failingSince)).size).toBe(1)
})

test.each([400, 409, 413, 422])('a delivery that is answered %i is put aside only when it is answered so again and again', async (code) => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ batchSize: 1 })
  let asked = 0
  // Once for nothing; then busy, so that it begins anew; then for good.
  farm.service.reply = (call) => (valuesOf([call])[0] !== 1 ? {} : ++asked === 2 ? { status: 503 } : { status: code })
  for (const value of [1, 2]) await device.say({ load: value })
  await eventually(async () => {
    await farm.admin.call(dataPushCalls.tryNow, { params: params(target.id) })
    expect(await farm.figures(target.id)).toMatchObject({ deadLetters: 1, delivered: 1, state: 'calm' })
  })
  expect(asked).toBe(6)
  const { body } = await farm.admin.call(dataPushCalls.letters, { params: params(target.id) })
  expect(body.content).toMatchObject([{ why: 'declined', code, attempts: 6 }])
})

test.each([
  ['another secret', async () => ({ secret: await farm.server.encrypt('typed anew') })],
  ['another header', async () => ({ kind: 'http', headers: [{ name: 'X-Token', value: 'right' }] })],
  ['another address', async () => ({ address: farm.service.url('/moved') })],
] as const)('%s is tried at once, whatever pause there was', async (what, change) => {
  const isOfHeaders = what === 'another header'
  const device = await farm.aDevice(farm)
  const target = await farm.add(isOfHeaders ? { kind: 'http', headers: [{ name: 'X-Token', value: 'wrong' }] } : {})
  farm.service.reply = () => ({ status: 401 })
  await device.say({ load: 1 })
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ state: 'failing' }))
  await holdOff(target.id)
  await eventually(async () => expect((await farm.figures(target.id)).nextTryAt).toBeGreaterThan(Date.now() + 2_000_000))
  farm.service.reply = () => ({})
  const { status } = await farm.admin.call(dataPushCalls.edit, {
    params: params(target.id),
    body: farm.body({ ...(await change()), objectVersionNumber: 1 }),
  })
  expect(status).toBe(200)
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ delivered: 1, state: 'calm' }))
})

test('one that is switched on again is tried at once', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add()
  farm.service.reply = () => ({ status: 403 })
  await device.say({ load: 1 })
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ state: 'failing' }))
  const switched = (enabledFlag: number, objectVersionNumber: number) =>
    farm.admin.call(dataPushCalls.edit, { params: params(target.id), body: farm.body({ enabledFlag, objectVersionNumber }) })
  await switched(0, 1)
  expect(await farm.figures(target.id)).toMatchObject({ state: 'off', failingSince: null, nextTryAt: null })
  await holdOff(target.id)
  farm.service.reply = () => ({})
  await switched(1, 2)
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ delivered: 1 }))
})

test('what is shown of a failure is kept in rows, so that every server says it and a new start does too', async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add()
  farm.service.reply = () => ({ status: 401 })
  await device.say({ load: 1 })
  await eventually(async () => expect(await farm.figures(target.id)).toMatchObject({ state: 'failing' }))
  const { rows } = await farm.server.owner.query('select failing_since, why, code from furrow.push_progress where target_id = $1', [
    target.id,
  ])
  expect(rows).toMatchObject([{ why: 'denied', code: 401 }])
  expect(Number(rows[0].failing_since)).toBeGreaterThan(0)
  expect(farm.service.calls.every((call) => sentBy(call).deliveryId === sentBy(farm.service.calls[0]!).deliveryId)).toBe(true)
})

test('nobody of another tenant hurries it', async () => {
  const other = await farm.aTenant()
  const target = await farm.add()
  const { status } = await other.admin.call(dataPushCalls.tryNow, { params: { t: other.tenant.id, id: target.id } })
  expect(status).toBe(404)
})
