import { Buffer } from 'node:buffer'
import { readSheet } from 'read-excel-file/node'
import writeCells from 'write-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isIccid } from '#contract/core/iccid'
import { fileCalls } from '#contract/media/files'
import { simCard, SIMS } from '#contract/organization/simCard'
import { simLimitsCalls } from '#contract/organization/simLimits'
import { simUsageSheet, simUsageSheetCalls } from '#contract/organization/simUsageSheet'
import { headOf } from '#server/ground/crud/sheet'
import { warnOfCards } from '#server/organization/sim/warn'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let cards = 9000
const anIccid = () => {
  const body = `89862${String(cards++).padStart(14, '0')}`
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isIccid)!
}
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

type Cell = string | number | Date | null
const HEADS = simUsageSheet.sheetFields.map((name) => headOf(simUsageSheet, name, 'zh-CN'))
const cellOf = (value: Cell) => {
  if (value === null) return null
  if (typeof value === 'number') return { type: Number, value }
  return value instanceof Date ? { type: Date, value, format: 'yyyy-mm-dd' } : { type: String, value }
}

const saidAt = async (id: number) =>
  (await server.owner.query('select month, said_at from furrow.sim_usage where sim_card_id = $1 order by month', [id])).rows

async function aFarm() {
  const t = (await build.aTenant({ time_zone: 'Asia/Shanghai' })).id
  const [here, there] = [await build.anArea({ tenant_id: t }), await build.anArea({ tenant_id: t })]
  const client = await server.signIn((await build.aUser({ tenantId: t, codes: [`${SIMS}*`] })).login_name)
  const ofHere = await server.signIn((await build.aUser({ tenantId: t, codes: [`${SIMS}*`], areaIds: [here.id] })).login_name)
  const card = async (organizationId: number, more: object = {}) => {
    const body = { iccid: anIccid(), organizationId, allowanceMb: 100, ...more }
    return (await client.call(simCard.calls.create, { params: { t }, body: body as never })).body as unknown as {
      simCardId: number
      iccid: string
    }
  }
  const uploaded = async (rows: readonly (readonly Cell[])[], by: Client = client) => {
    const bytes = await writeCells([HEADS, ...rows].map((row) => row.map(cellOf)) as never).toBuffer()
    const file = new File([Buffer.from(bytes)], 'usage.xlsx')
    return (await by.call(fileCalls.upload, { params: { t }, body: { kind: 'file', file } })).body.id
  }
  const bring = (fileId: string, by: Client = client) => by.call(simUsageSheetCalls.bring, { params: { t }, body: { fileId } })
  const used = async (id: number) =>
    (await client.call(simCard.actions.usages, { params: { t, id } })).body.map((one) => [one.month, one.usedMb])
  return { t, here, there, client, ofHere, card, uploaded, bring, used }
}

describe('what cards used, from a spreadsheet', () => {
  test('is checked, then written for each card and month, and replaces what was said before', async () => {
    const { t, here, client, card, uploaded, bring, used } = await aFarm()
    const [one, other] = [await card(here.id), await card(here.id)]
    await client.call(simCard.actions.saveUsage, { params: { t, id: one.simCardId }, body: { month: '2026-09', usedMb: 1 } })
    const file = await uploaded([
      [one.iccid, '2026-09', 12.5],
      [one.iccid, '2026-10', '7'],
      // A spreadsheet makes a day of a month.
      [other.iccid, new Date(Date.UTC(2026, 8, 1)), 3],
      [other.iccid, '2026-10', null],
    ])
    const checked = await client.call(simUsageSheetCalls.check, { params: { t, uuid: file } })
    expect(checked.body).toEqual({
      rows: 4,
      counts: { new: 2, changed: 1, same: 0, duplicates: 0 },
      duplicates: [],
      committed: false,
      unknownHeads: [],
      faults: [],
    })
    expect(await used(one.simCardId)).toEqual([['2026-09', 1]])
    expect((await bring(file)).body).toEqual({
      rows: 4,
      counts: { new: 2, changed: 1, same: 0, duplicates: 0 },
      duplicates: [],
      committed: true,
      unknownHeads: [],
      faults: [],
    })
    const at = await saidAt(one.simCardId)
    expect((await bring(file)).body).toMatchObject({ counts: { new: 0, changed: 0, same: 3, duplicates: 0 }, committed: true })
    expect(await saidAt(one.simCardId)).toEqual(at)
    expect(await used(one.simCardId)).toEqual([
      ['2026-09', 12.5],
      ['2026-10', 7],
    ])
    expect(await used(other.simCardId)).toEqual([['2026-09', 3]])
  })

  test('with a column that nobody knows is written once it is confirmed that it is left out', async () => {
    const { t, here, client, card, uploaded, used } = await aFarm()
    const one = await card(here.id)
    const fileId = await uploaded([[one.iccid, '2026-09', 12.5, 'a note']])
    const bring = async (leftOut: string[]) =>
      (await client.call(simUsageSheetCalls.bring, { params: { t }, body: { fileId, leftOut } })).body
    expect(await bring([])).toMatchObject({ committed: false, unknownHeads: ['D'], faults: [{ row: 1, field: null }] })
    expect(await used(one.simCardId)).toEqual([])
    expect(await bring(['D'])).toMatchObject({ counts: { new: 1 }, committed: true, faults: [] })
    expect(await used(one.simCardId)).toEqual([['2026-09', 12.5]])
  })

  test('with a fault anywhere is written nowhere; each fault is said beside its cell', async () => {
    const { here, card, uploaded, bring, used } = await aFarm()
    const other = await aFarm()
    const [one, theirs] = [await card(here.id), await other.card(other.here.id)]
    const file = await uploaded([
      [one.iccid, '2026-09', 12],
      [one.iccid, '2026-09', 13],
      [one.iccid, '2026-13', 1],
      [one.iccid, '2026-08', -1],
      [one.iccid, '2026-07', 'x'.repeat(30_000)],
      // A card of another enterprise is none.
      [theirs.iccid, '2026-09', 1],
      ['123', '2026-09', 1],
    ])
    const { body } = await bring(file)
    expect(body).toMatchObject({ rows: 7, committed: false })
    expect(body.faults.map(({ row, field }) => [row, field])).toEqual([
      [3, 'month'],
      [4, 'month'],
      [5, 'usedMb'],
      [6, 'usedMb'],
      [7, 'iccid'],
      [8, 'iccid'],
    ])
    expect(await used(one.simCardId)).toEqual([])
    expect(await other.used(theirs.simCardId)).toEqual([])
  })

  test('of a base that is not the caller’s is refused, and of two at once the later stands whole', async () => {
    const { here, there, ofHere, card, uploaded, bring, used } = await aFarm()
    const [one, hidden] = [await card(here.id), await card(there.id)]
    const reaching = await uploaded(
      [
        [one.iccid, '2026-09', 1],
        [hidden.iccid, '2026-09', 1],
      ],
      ofHere,
    )
    expect((await bring(reaching, ofHere)).body.faults.map(({ row, field }) => [row, field])).toEqual([[3, 'iccid']])
    expect(await used(one.simCardId)).toEqual([])
    const files = [1, 2].map((amount) =>
      uploaded([
        [one.iccid, '2026-09', amount],
        [hidden.iccid, '2026-09', amount],
      ]),
    )
    const both = await Promise.all((await Promise.all(files)).map((file) => bring(file)))
    expect(both.map(({ body }) => body.committed)).toEqual([true, true])
    expect(await used(one.simCardId)).toEqual(await used(hidden.simCardId))
  })

  test('begins with a template of the cards in use that the caller sees', async () => {
    const { t, here, there, ofHere, card } = await aFarm()
    const [one] = [await card(here.id), await card(here.id, { cardState: 'expired' }), await card(there.id)]
    const answer = await ofHere.raw('GET', simUsageSheetCalls.template.path.replace('{t}', String(t)))
    const read = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as unknown[][]
    expect(read.slice(1).map(([iccid]) => iccid)).toEqual([one.iccid])
  })
})

describe('when people are told of cards', () => {
  const limits = { expiryDays: [60, 3], usagePercents: [50] }

  test('is the enterprise’s to say: lists, details and reminders follow it, and another’s do not', async () => {
    const now = Date.now()
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now + 45 * 86_400_000)
    const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit' }).format(now)
    const [one, other] = [await aFarm(), await aFarm()]
    const read = async ({ t, client, card, here }: typeof one) => {
      const { simCardId: id } = await card(here.id, { expiresOn: day })
      await client.call(simCard.actions.saveUsage, { params: { t, id }, body: { month, usedMb: 50 } })
      return {
        id,
        get: async () => (await client.call(simCard.calls.page, { params: { t } })).body.content.find((it) => it.simCardId === id)!,
      }
    }
    const [ours, theirs] = [await read(one), await read(other)]
    expect(await ours.get()).toMatchObject({ expiry: 'fine', usage: 'fine', daysLeft: 45 })
    const saved = await one.client.call(simLimitsCalls.save, { params: { t: one.t }, body: { ...limits, objectVersionNumber: 0 } })
    expect(saved.body).toEqual({ ...limits, objectVersionNumber: 1, mayChange: true })
    expect(await ours.get()).toMatchObject({ expiry: 'soon', usage: 'near' })
    expect(await theirs.get()).toMatchObject({ expiry: 'fine', usage: 'fine' })
    await server.services.serviceDb.transaction().execute((work) => warnOfCards(work, now))
    const told = async ({ t, client }: typeof one, id: number) =>
      (await client.call(simCard.actions.warnings, { params: { t, id } })).body.map(({ kind, threshold }) => [kind, threshold])
    expect(await told(one, ours.id)).toEqual([
      ['usage', 50],
      ['expiry', 60],
    ])
    expect(await told(other, theirs.id)).toEqual([])
  })

  test('is changed by who acts in every base, by one of two at once, within its bounds', async () => {
    const { t, client, ofHere } = await aFarm()
    const save = (by: Client, change: object = {}) =>
      by.call(simLimitsCalls.save, { params: { t }, body: { ...limits, objectVersionNumber: 0, ...change } })
    expect((await save(ofHere)).status).toBe(403)
    expect((await ofHere.call(simLimitsCalls.get, { params: { t } })).body).toEqual({
      expiryDays: [30, 7, 1, 0],
      usagePercents: [80, 100],
      objectVersionNumber: 0,
      mayChange: false,
    })
    for (const wrong of [
      { expiryDays: [] },
      { expiryDays: [366] },
      { expiryDays: [7, 7] },
      { usagePercents: [0] },
      { usagePercents: [101] },
    ])
      expect([wrong, (await save(client, wrong)).status]).toEqual([wrong, 400])
    const both = await Promise.all([save(client), save(client, { expiryDays: [5] })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })
})
