import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dataPushCalls } from '#contract/organization/dataPush'
import type { Call } from '../alarms/otherSide.ts'
import { aPushFarm, isSigned, type PushFarm, sentBy } from './aPushFarm.ts'

const HOUR = 3_600_000
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
const paramsOf = (id: number) => ({ t: farm.tenant.id, id })

const signaturesOf = ({ headers }: Call): [t: string, ...signatures: string[]] => {
  const [t, ...signatures] = String(headers['furrow-signature']).split(',')
  return [t!.replace('t=', ''), ...signatures.map((one) => one.replace('v1=', ''))]
}
/** As docs/data-push.md says: any of the signatures. */
const takes = (call: Call, secret: string) => {
  const [t, ...signatures] = signaturesOf(call)
  return signatures.includes(createHmac('sha256', secret).update(`${t}.${call.body}`).digest('hex'))
}
/** As it said before a header could hold several: the last of them. */
const tookBefore = (call: Call, secret: string) => {
  const { t, v1 } = Object.fromEntries(
    String(call.headers['furrow-signature'])
      .split(',')
      .map((part) => part.split('=')),
  ) as { t: string; v1: string }
  return v1 === createHmac('sha256', secret).update(`${t}.${call.body}`).digest('hex')
}

async function aReceiver(more: object = {}) {
  const device = await farm.aDevice(farm)
  const made = await farm.add(more)
  let value = 0
  return {
    made,
    id: made.id,
    /** What the next reading is sent with. */
    next: async (): Promise<Call> => {
      const before = farm.service.calls.length
      await device.say({ load: value++ })
      await eventually(() => expect(farm.service.calls.length).toBeGreaterThan(before))
      return farm.service.calls.at(-1)!
    },
    listed: async () => {
      const { body } = await farm.admin.call(dataPushCalls.list, { params: { t: farm.tenant.id } })
      return body.find(({ id }) => id === made.id)!
    },
  }
}
const renew = (id: number, objectVersionNumber: number, overlapHours?: 0 | 1 | 24 | 168) =>
  farm.admin.call(dataPushCalls.renewSecret, {
    params: paramsOf(id),
    body: { objectVersionNumber, ...(overlapHours !== undefined && { overlapHours }) },
  })

test('while a secret is changed, what is sent is signed with both, until the time that is stated', async () => {
  const { made, id, next, listed } = await aReceiver()
  const { status, body: renewed } = await renew(id, 1, 1)
  expect(status).toBe(200)
  expect(renewed.secretOnce).toMatch(/^[\w-]{43}$/)
  expect(renewed.keyId).not.toBe(made.keyId)
  expect(renewed.oldSecret).toMatchObject({ keyId: made.keyId })
  expect(Math.abs(renewed.oldSecret!.until - (Date.now() + HOUR))).toBeLessThan(60_000)
  expect((await listed()).oldSecret).toEqual(renewed.oldSecret)

  const both = await next()
  expect(takes(both, renewed.secretOnce!)).toBe(true)
  expect(takes(both, made.secretOnce!)).toBe(true)
  // Who has done nothing yet notices nothing.
  expect(tookBefore(both, made.secretOnce!)).toBe(true)
  expect(both.headers).toMatchObject({ 'furrow-key': made.keyId, 'furrow-new-key': renewed.keyId })

  await farm.server.owner.query('update furrow.push_target set old_secret_until = $1', [Date.now()])
  await eventually(async () => expect((await next()).headers['furrow-key']).toBe(renewed.keyId))
  const alone = await next()
  expect(isSigned(alone, renewed.secretOnce!)).toBe(true)
  expect(takes(alone, made.secretOnce!)).toBe(false)
  expect(alone.headers['furrow-new-key']).toBeUndefined()
  expect((await listed()).oldSecret).toBeNull()
})

test('a secret whose time is over is forgotten', { timeout: 40_000 }, async () => {
  const { id } = await aReceiver()
  await renew(id, 1, 1)
  await farm.server.owner.query('update furrow.push_target set old_secret_until = 1')
  await vi.waitFor(
    async () => {
      const { rows } = await farm.server.owner.query('select old_secret, old_key_id from furrow.push_target where id = $1', [id])
      expect(rows).toEqual([{ old_secret: null, old_key_id: null }])
    },
    { timeout: 30_000, interval: 200 },
  )
})

test('a change is finished early: the new secret signs alone', async () => {
  const { made, id, next } = await aReceiver()
  const { body: renewed } = await renew(id, 1)
  const stale = await farm.admin.call(dataPushCalls.finishSecret, { params: paramsOf(id), body: { objectVersionNumber: 1 } })
  expect(stale.body).toMatchObject({ code: 'error.version.stale' })
  const { body: finished } = await farm.admin.call(dataPushCalls.finishSecret, { params: paramsOf(id), body: { objectVersionNumber: 2 } })
  expect(finished).toMatchObject({ oldSecret: null, keyId: renewed.keyId, objectVersionNumber: 3 })
  const call = await next()
  expect(isSigned(call, renewed.secretOnce!)).toBe(true)
  expect(takes(call, made.secretOnce!)).toBe(false)
  for (const act of [dataPushCalls.finishSecret, dataPushCalls.cancelSecret]) {
    const again = await farm.admin.call(act, { params: paramsOf(id), body: { objectVersionNumber: 3 } })
    expect([again.status, again.body]).toMatchObject([409, { code: 'error.dataPush.notChanging' }])
  }
})

test('a change is called off: the secret before signs alone, under its own name', async () => {
  const { made, id, next } = await aReceiver()
  const { body: renewed } = await renew(id, 1)
  const { body: back } = await farm.admin.call(dataPushCalls.cancelSecret, { params: paramsOf(id), body: { objectVersionNumber: 2 } })
  expect(back).toMatchObject({ oldSecret: null, keyId: made.keyId })
  const call = await next()
  expect(isSigned(call, made.secretOnce!)).toBe(true)
  expect(takes(call, renewed.secretOnce!)).toBe(false)
  expect(call.headers).toMatchObject({ 'furrow-key': made.keyId })
})

test('while one is changed no third is begun, but all before it can end at once', async () => {
  const { made, id, next } = await aReceiver()
  const { body: second } = await renew(id, 1)
  const third = await renew(id, 2, 24)
  expect([third.status, third.body]).toMatchObject([409, { code: 'error.dataPush.changing' }])
  const { body: alone } = await renew(id, 2, 0)
  expect(alone.oldSecret).toBeNull()
  const call = await next()
  expect(isSigned(call, alone.secretOnce!)).toBe(true)
  for (const before of [made, second]) expect(takes(call, before.secretOnce!)).toBe(false)
})

test('a secret that is typed into the form goes along with the one before as well', async () => {
  const { made, id, next } = await aReceiver()
  const secret = 'a typed one'
  const { status, body } = await farm.admin.call(dataPushCalls.edit, {
    params: paramsOf(id),
    body: farm.body({ secret: await farm.server.encrypt(secret), objectVersionNumber: 1, overlapHours: 24 }),
  })
  expect([status, body]).toMatchObject([200, { oldSecret: { keyId: made.keyId } }])
  const call = await next()
  expect(takes(call, secret)).toBe(true)
  expect(takes(call, made.secretOnce!)).toBe(true)
})

test('a try with what is kept is signed with both too', async () => {
  const { made, id } = await aReceiver()
  const { body: renewed } = await renew(id, 1)
  const { body: outcome } = await farm.admin.call(dataPushCalls.trial, { params: { t: farm.tenant.id }, body: farm.body({ id }) })
  expect(outcome.why).toBeNull()
  const call = farm.service.calls.find(({ headers }) => headers['furrow-test'] === 'true')!
  for (const one of [made, renewed]) expect(takes(call, one.secretOnce!)).toBe(true)
})

test('the trail says that the secret was changed and until when the old one goes along; neither stands there or in a row', async () => {
  const { made, id } = await aReceiver()
  const { body: renewed } = await renew(id, 1)
  const { rows } = await farm.server.owner.query<{ changes: object }>(
    `select changes from furrow.audit_entry where tenant_id = $1 and kind = 'dataPush' and thing = $2 and verb = 'changed' order by id`,
    [farm.tenant.id, String(id)],
  )
  expect(JSON.stringify(rows)).toContain('old_secret_until')
  expect(JSON.stringify(rows)).toContain('"secret"')
  const kept = await farm.server.owner.query('select * from furrow.push_target')
  const sealed = kept.rows.flatMap((row: { secret: string; old_secret: string }) => [row.secret, row.old_secret])
  const trail = await farm.server.owner.query('select * from furrow.audit_entry where tenant_id = $1', [farm.tenant.id])
  const everywhere = JSON.stringify([kept.rows, trail.rows])
  for (const one of [made, renewed]) expect(everywhere).not.toContain(one.secretOnce)
  for (const one of sealed) expect(JSON.stringify(trail.rows)).not.toContain(one)
})

test('a receiver that knows the new secret alone refuses nothing on the way; one 401 in between loses nothing', async () => {
  const { made, id, next } = await aReceiver()
  let known = made.secretOnce!
  farm.service.reply = (call) => (takes(call, known) ? {} : { status: 401 })
  await next()
  const { body: renewed } = await renew(id, 1)
  await next()
  known = renewed.secretOnce!
  await next()
  await eventually(async () => expect(await farm.figures(id)).toMatchObject({ delivered: 3, deadLetters: 0, errorAt: null }))
  expect(new Set(farm.service.calls.map((call) => sentBy(call).deliveryId)).size).toBe(3)
})
