import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIccid } from '#contract/core/iccid'
import { simCard, SIMS } from '#contract/organization/simCard'
import { warnOfCards } from '#server/organization/sim/warn'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const DAY = 86_400_000
const EXPIRY_WARNINGS = [30, 7, 1, 0]
const USAGE_WARNINGS = [80, 100]
let server: TestServer
let build: Arrange
let cards = 0
const anIccid = () => {
  const body = `89860${String(cards++).padStart(14, '0')}`
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isIccid)!
}
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

async function aFarm() {
  const t = (await build.aTenant({ time_zone: 'Asia/Shanghai' })).id
  const area = await build.anArea({ tenant_id: t })
  const admin = await build.aUser({ tenantId: t, codes: [`${SIMS}*`] })
  await build.aUser({ tenantId: t, codes: ['wfpf.farm.a'] })
  return { t, area, admin, client: await server.signIn(admin.login_name) }
}
const create = (client: Client, t: number, given: object) =>
  client.call(simCard.calls.create, { params: { t }, body: { iccid: anIccid(), ...given } as never })

test('a card is in a device of its enterprise, which it names; a number is one card, and has a right check digit', async () => {
  const { t, area, client } = await aFarm()
  const other = await aFarm()
  const device = await build.aDevice({ tenant_id: t, area_id: area.id, name: 'Well', eui: `sim-${t}` })
  const place = { organizationId: area.id }
  const { body } = await create(client, t, { ...place, deviceEui: device.eui })
  expect(body).toMatchObject({ deviceId: device.id, deviceName: 'Well', expiry: 'none', usage: 'none', usedMb: null })
  const faults = async (given: object) => {
    const answer = await create(client, t, { ...place, ...given })
    return [answer.status, Object.keys((answer.body as { fields?: object }).fields ?? {})]
  }
  expect(await faults({ deviceEui: 'nobody' })).toEqual([400, ['deviceEui']])
  expect(await faults({ iccid: '89860012345678901235' })).toEqual([400, ['iccid']])
  expect(await faults({ iccid: (body as { iccid: string }).iccid })).toEqual([409, ['iccid']])
  const theirs = await create(other.client, other.t, { organizationId: other.area.id, iccid: (body as { iccid: string }).iccid })
  expect(theirs.status).toBe(200)
  // A device of somebody else is none.
  expect((await create(other.client, other.t, { organizationId: other.area.id, deviceEui: device.eui })).status).toBe(400)
})

test('what it used is said by month, taken back, and decides how its list shows it', async () => {
  const { t, area, client } = await aFarm()
  const { body: card } = await create(client, t, { organizationId: area.id, allowanceMb: 100 })
  const id = (card as { simCardId: number }).simCardId
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit' }).format(Date.now())
  const say = (usedMb: number | null, of = month) =>
    client.call(simCard.actions.saveUsage, { params: { t, id }, body: { month: of, usedMb } })
  const listed = async (usage: string) =>
    (await client.call(simCard.calls.page, { params: { t }, query: { usage } as never })).body.totalElements
  await say(12, '2025-01')
  expect(await listed('none')).toBe(1)
  for (const [used, usage] of [
    [79, 'fine'],
    [80, 'near'],
    [100, 'full'],
  ] as const) {
    await say(used)
    expect([usage, await listed(usage)]).toEqual([usage, 1])
  }
  expect((await say(null)).body.map((one) => [one.month, one.usedMb, one.by])).toEqual([['2025-01', 12, 'A User']])
  expect((await say(1, '2025-13')).status).toBe(400)
})

test('each limit is told once, whatever the clock, edits and restarts do', { timeout: 120_000 }, async () => {
  const { t, area, admin, client } = await aFarm()
  const from = Date.UTC(2031, 4, 10, 4)
  const step = fc.oneof(
    fc.tuple(fc.constant('tick' as const), fc.integer({ min: -3, max: 40 })),
    fc.tuple(fc.constant('use' as const), fc.integer({ min: 0, max: 130 })),
    fc.tuple(fc.constant('note' as const), fc.nat(3)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const ends = '2031-06-10'
      const { body } = await create(client, t, { organizationId: area.id, allowanceMb: 100, expiresOn: ends })
      const { simCardId: id } = body as { simCardId: number }
      let now = from
      let used = 0
      const due = new Set<string>()
      for (const [what, amount] of steps) {
        if (what === 'use') {
          used = amount
          const month = new Date(now + 8 * 3_600_000).toISOString().slice(0, 7)
          await server.owner.query(
            `insert into furrow.sim_usage (tenant_id, sim_card_id, month, used_mb, said_at) values ($1, $2, $3, $4, 1)
             on conflict (sim_card_id, month) do update set used_mb = excluded.used_mb`,
            [t, id, month, used],
          )
        } else if (what === 'note') await server.owner.query('update furrow.sim_card set remark = $2 where id = $1', [id, `n ${amount}`])
        else now += amount * DAY
        // Two servers look at once.
        await Promise.all([0, 1].map(() => server.services.serviceDb.transaction().execute((work) => warnOfCards(work, now))))
        const day = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10)
        const left = Math.round((Date.parse(ends) - Date.parse(day)) / DAY)
        for (const limit of EXPIRY_WARNINGS) if (left <= limit) due.add(`expiry ${ends} ${limit}`)
        const { rows } = await server.owner.query('select used_mb from furrow.sim_usage where sim_card_id = $1 and month = $2', [
          id,
          day.slice(0, 7),
        ])
        for (const limit of USAGE_WARNINGS) if ((rows[0]?.used_mb ?? 0) >= limit) due.add(`usage ${day.slice(0, 7)} ${limit}`)
      }
      const { rows: passed } = await server.owner.query<{ limit: string }>(
        `select kind || ' ' || about || ' ' || threshold as limit from furrow.sim_warning where sim_card_id = $1`,
        [id],
      )
      expect(passed.map(({ limit }) => limit).toSorted()).toEqual([...due].toSorted())
      const { rows: told } = await server.owner.query<{ key: string; user_id: number }>(
        `select key, user_id from furrow.user_message where tenant_id = $1 and key like $2
         union all select key, user_id from furrow.outbox where tenant_id = $1 and kind = 'message' and key like $2`,
        [t, `sim ${id} %`],
      )
      const keys = told.map(({ key }) => key)
      // Nobody is told twice, nobody else is told, and only of what was passed.
      expect(new Set(keys).size).toBe(keys.length)
      expect(told.every(({ user_id: userId }) => userId === admin.id)).toBe(true)
      for (const key of keys) expect(due.has(key.slice(`sim ${id} `.length))).toBe(true)
      if (due.size > 0) expect(keys.length).toBeGreaterThan(0)
      await server.owner.query('delete from furrow.sim_card where id = $1', [id])
    }),
    { numRuns: 25 },
  )
})

test('who opens the page of cards is told, and nobody of a card that is out of use', async () => {
  const { t, area, admin, client } = await aFarm()
  const now = Date.UTC(2031, 4, 10, 4)
  const place = { organizationId: area.id, expiresOn: '2031-05-15' }
  const { body: one } = await create(client, t, place)
  await create(client, t, { ...place, cardState: 'suspended' })
  await server.services.serviceDb.transaction().execute((work) => warnOfCards(work, now))
  const read = async () =>
    (
      await server.owner.query(
        `select user_id, link from (select user_id, link, key, tenant_id from furrow.user_message
         union all select user_id, link, key, tenant_id from furrow.outbox where kind = 'message') told where tenant_id = $1 and key like 'sim %'`,
        [t],
      )
    ).rows
  const { simCardId: id } = one as { simCardId: number }
  expect(await read()).toEqual([{ user_id: admin.id, link: `/system/sim-manage/info/${id}` }])
  const { body } = await client.call(simCard.actions.warnings, { params: { t, id } })
  expect(body.map(({ kind, threshold, about }) => [kind, threshold, about])).toEqual([
    ['expiry', 7, '2031-05-15'],
    ['expiry', 30, '2031-05-15'],
  ])
})
