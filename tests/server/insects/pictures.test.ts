import { unzipSync } from 'fflate'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fileCalls } from '#contract/media/files'
import { insectLampCalls } from '#contract/insects/insectLamp'
import { insectPictureCalls } from '#contract/insects/picture'
import { insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { insectTypeCalls, PEST } from '#contract/insects/insectType'
import { nextPhotograph } from '#server/devices/photographs/photographs'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aLamp, sheet } from './lamp.ts'

let farm: Farm
let lamp: Awaited<ReturnType<typeof aLamp>>
let ahead = 0
beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + ahead })
  lamp = await aLamp(farm)
})
afterAll(async () => {
  await lamp?.close()
  await farm?.close()
})
const counted = async () => (await farm.owner.query('select count(*)::int as n from furrow.insect_picture')).rows[0].n as number

describe('a picture of a lamp', () => {
  test('comes in at the address that a command handed out, is counted, and is said to be of no known kinds', async () => {
    const taken = Date.now() - 1000
    const found = await lamp.picture(await sheet(13), `?takenAt=${taken}`)
    expect(found).toMatchObject({
      state: 'counted',
      reason: 'noModel',
      model: null,
      insectQuantity: 13,
      takenAt: taken,
      concentratorId: lamp.lamp.id,
    })
    expect(found.boxes[0]).toMatchObject({ x: 20, y: 20, w: 20, h: 20, insectTypeId: null, by: 'machine' })
    expect(found.commandId).toBe(lamp.told.at(-1)!.id)
    const stored = await farm.admin.raw('GET', found.fileUrl)
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(await sheet(13))
    const { body } = await farm.admin.call(insectLampCalls.historyImages, { params: { t: farm.t, imei: lamp.lamp.eui } })
    expect(body.content.map(({ id }) => id)).toContain(found.id)
    expect((await farm.admin.call(insectLampCalls.get, { params: { t: farm.t, imei: lamp.lamp.eui } })).body.newestPicture?.id).toBe(
      found.id,
    )
  })

  test('is taken once an address: no row holds its secret, and the second picture is told so', async () => {
    const address = await lamp.address()
    const token = address.split('/').at(-1)!
    const rows = await farm.owner.query(`select coalesce((select string_agg(c::text, '') from furrow.command c), '') ||
      coalesce((select string_agg(u::text, '') from furrow.insect_upload u), '') as text`)
    expect(JSON.stringify(rows.rows)).not.toContain(token)
    const both = await Promise.all([lamp.send(address, await sheet(2)), lamp.send(address, await sheet(3))])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await lamp.send(address, await sheet(2))).body.code).toBe('error.upload.used')
  })

  test('is refused at an address of another lamp, of another tenant, that was made up, or that is late, and leaves nothing', async () => {
    const address = await lamp.address()
    const [before, picture] = [await counted(), await sheet(2)]
    const other = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, device_type: 'insectSituationLamp' })
    for (const wrong of [
      address.replace(lamp.lamp.eui, other.eui),
      address.replace(`/${farm.t}/`, `/${farm.elsewhere.id}/`),
      `${address.slice(0, -3)}AAA`,
    ]) {
      const { status, body } = await lamp.send(wrong, picture)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'error.upload.unknown' })
    }
    ahead = 700_000
    try {
      const { status, body } = await lamp.send(address, picture)
      expect({ status, code: body.code }).toEqual({ status: 410, code: 'error.upload.late' })
    } finally {
      ahead = 0
    }
    expect(await counted()).toBe(before)
  })

  test('that is no picture, or a bomb, is refused with its reason, and the address is still good', async () => {
    const address = await lamp.address()
    const before = await counted()
    // A PNG that says of itself that it has 15,000 x 15,000 pixels.
    const bomb = Buffer.from(await sheet(1))
    bomb.writeUInt32BE(15_000, 16)
    bomb.writeUInt32BE(15_000, 20)
    const { crc32 } = await import('node:zlib')
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    expect(await lamp.send(address, Buffer.from('<html>no picture</html>'.repeat(20)))).toMatchObject({
      status: 415,
      body: { code: 'error.file.notImage' },
    })
    expect(await lamp.send(address, bomb)).toMatchObject({ status: 422, body: { code: 'error.file.tooManyPixels' } })
    expect(await lamp.send(address, Buffer.alloc(0))).toMatchObject({ status: 415 })
    expect(await counted()).toBe(before)
    expect((await lamp.send(address, await sheet(1))).status).toBe(200)
  })

  test('whose pixels are broken is kept, and says that it cannot be read', async () => {
    const whole = await sheet(9)
    expect(await lamp.picture(whole.subarray(0, whole.length - 200))).toMatchObject({
      state: 'failed',
      reason: 'unreadable',
      insectQuantity: 0,
    })
  })

  test('is not seen by whoever may not see its lamp', async () => {
    const { id } = await lamp.picture(await sheet(1))
    const southerner = await farm.enter(['*'], { areaIds: [farm.south.id] })
    for (const client of [southerner, farm.rival])
      expect((await client.call(insectPictureCalls.get, { params: { t: farm.t, id } })).status).toBe(404)
    const reader = await farm.enter([PEST])
    expect((await reader.call(insectPictureCalls.get, { params: { t: farm.t, id } })).status).toBe(200)
    expect((await reader.call(insectLampCalls.photograph, { params: { t: farm.t, imei: lamp.lamp.eui } })).status).toBe(403)
  })
})

describe('boxes', () => {
  const draw = (pictureId: number, objectVersionNumber: number, boxes: object[]) =>
    farm.admin.call(insectLampCalls.drawManually, { params: { t: farm.t }, body: { pictureId, objectVersionNumber, boxes } })

  test('of a person count in place of the machine’s, also after it looked again, and the second of two people is told', async () => {
    const { id, objectVersionNumber } = await lamp.picture(await sheet(6))
    const boxes = [{ x: 5, y: 6, w: 7, h: 8 }]
    expect((await draw(id, objectVersionNumber, boxes)).body).toMatchObject({ insectQuantity: 1, corrected: true })
    expect((await draw(id, objectVersionNumber, [])).body.code).toBe('error.version.stale')
    const { body } = await farm.admin.call(insectLampCalls.reIdentify, { params: { t: farm.t }, body: { pictureId: id } })
    expect(body.state).toBe('waiting')
    const again = await lamp.identified(id)
    expect(again).toMatchObject({ state: 'counted', corrected: true, insectQuantity: 1 })
    expect(again.boxes).toMatchObject([{ ...boxes[0], by: 'person' }])
    expect(again.machineBoxes).toHaveLength(6)
    expect((await draw(id, again.objectVersionNumber, [])).body).toMatchObject({ insectQuantity: 0, corrected: true })
    // Nothing that a person drew is ever taken away.
    expect((await farm.owner.query('select 1 from furrow.insect_box where picture_id = $1 and round > 0', [id])).rowCount).toBe(1)
  })

  test('outside of the picture, or of a kind that is not there, are refused and change nothing', async () => {
    const { id, objectVersionNumber } = await lamp.picture(await sheet(2))
    expect((await draw(id, objectVersionNumber, [{ x: 630, y: 0, w: 20, h: 5 }])).body.code).toBe('error.picture.boxOutside')
    expect((await draw(id, objectVersionNumber, [{ x: 0, y: 0, w: 2, h: 2, insectTypeId: 999_999 }])).body.code).toBe(
      'error.insect.typeUnknown',
    )
    expect(await lamp.standing(id)).toMatchObject({ corrected: false, insectQuantity: 2, objectVersionNumber })
  })

  test('that people drew leave as a training set, with their pictures', async () => {
    const body = { code: `moth-${farm.t}`, zhName: '蛾', enName: 'Moth' }
    const kind = (await farm.admin.call(insectTypeCalls.add, { params: { t: farm.t }, body })).body
    const picture = await sheet(4)
    const { id, objectVersionNumber } = await lamp.picture(picture)
    await draw(id, objectVersionNumber, [{ x: 20, y: 20, w: 20, h: 20, insectTypeId: kind.id }])
    const answer = await farm.admin.raw(
      'GET',
      `/wfpe/v1/${farm.t}/insect-statistics/training-set?startTime=0&endTime=${Date.now() + 1000}&concentratorId=${lamp.lamp.id}`,
    )
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(Buffer.from(files[`images/${id}.png`]!)).toEqual(picture)
    const coco = JSON.parse(Buffer.from(files['annotations.json']!).toString()) as {
      annotations: { image_id: number }[]
      categories: { id: number; name: string }[]
    }
    expect(coco.annotations.filter(({ image_id }) => image_id === id)).toMatchObject([
      { category_id: kind.id, bbox: [20, 20, 20, 20], area: 400 },
    ])
    expect(coco.categories).toContainEqual({ id: kind.id, name: kind.code, supercategory: 'insect' })
  })
})

test('a picture that a person brings is identified the same way, and is in no lamp’s numbers', async () => {
  const file = new File([new Uint8Array(await sheet(5))], 'leaf.png')
  const { body: stored } = await farm.admin.call(fileCalls.upload, { params: { t: farm.t }, body: { kind: 'image', file } })
  const { status, body } = await farm.admin.call(insectPictureCalls.identify, { params: { t: farm.t }, body: { fileId: stored.id } })
  expect({ status, body }).toMatchObject({ status: 200, body: { state: 'counted', insectQuantity: 5, concentratorId: null } })
  expect((await farm.admin.call(insectPictureCalls.page, { params: { t: farm.t } })).body.content.map(({ id }) => id)).toEqual([body.id])
  expect(
    (await farm.rival.call(insectPictureCalls.identify, { params: { t: farm.elsewhere.id }, body: { fileId: stored.id } })).status,
  ).toBe(404)
  // A colleague's file is not to be had by its id.
  const colleague = await farm.enter(['*'])
  expect((await colleague.call(insectPictureCalls.identify, { params: { t: farm.t }, body: { fileId: stored.id } })).status).toBe(404)
  const range = { startTime: body.takenAt, endTime: body.takenAt }
  const lines = (await farm.admin.call(insectStatisticsCalls.list, { params: { t: farm.t }, query: range })).body.content
  expect(lines.filter(({ pictureId }) => pictureId === body.id)).toEqual([])
})

test('trend, pie, list, count, aggregate and lamps agree over any range', async () => {
  const { t, build } = farm
  const other = await build.aDevice({ tenant_id: t, area_id: farm.north.id, device_type: 'insectSituationLamp_II' })
  const kinds = await Promise.all(
    ['a', 'b', 'c'].map((code) => build.insert('insect_type', { tenant_id: t, code: `${code}-${other.id}`, zh_name: code, en_name: code })),
  )
  const DAY = 86_400_000
  for (let nth = 0; nth < 12; nth++) {
    const facts = { file_id: crypto.randomUUID(), file_url: '/none', width: 90, height: 90, received_at: 1, state: 'classified' }
    const drawn = nth % 3 === 0 ? 1 : null
    const { id } = await build.insert('insect_picture', {
      tenant_id: t,
      device_id: other.id,
      ...facts,
      taken_at: Math.round(nth * 0.7 * DAY),
      drawn_round: drawn,
    })
    for (let box = 0; box < 3 + nth; box++)
      await build.insert('insect_box', {
        tenant_id: t,
        picture_id: id,
        round: box % 2,
        x: 1,
        y: 1,
        w: 2,
        h: 2,
        insect_type_id: kinds[box % 4]?.id ?? null,
      })
    await build.insert('insect_observation', {
      tenant_id: t,
      device_id: other.id,
      insect_type_id: kinds[nth % 3]!.id,
      quantity: nth + 1,
      observed_at: Math.round(nth * 0.6 * DAY),
    })
  }
  const sum = (rows: readonly { insectQuantity: number }[]) => rows.reduce((all, { insectQuantity }) => all + insectQuantity, 0)
  const moment = fc.integer({ min: 0, max: 9 * DAY })
  await fc.assert(
    fc.asyncProperty(moment, moment, async (one, two) => {
      const query = { startTime: Math.min(one, two), endTime: Math.max(one, two), concentratorId: other.id }
      const ask = { params: { t }, query }
      const whole = (await farm.admin.call(insectStatisticsCalls.count, ask)).body.insectQuantity
      expect(sum((await farm.admin.call(insectStatisticsCalls.trend, ask)).body)).toBe(whole)
      expect(sum((await farm.admin.call(insectStatisticsCalls.pieChart, ask)).body)).toBe(whole)
      expect(sum((await farm.admin.call(insectStatisticsCalls.list, { ...ask, query: { ...query, size: 0 } })).body.content)).toBe(whole)
      expect(sum((await farm.admin.call(insectStatisticsCalls.aggregate, ask)).body)).toBe(whole)
      expect(sum((await farm.admin.call(insectStatisticsCalls.pestStatistics, ask)).body)).toBe(whole)
    }),
    { numRuns: 20 },
  )
})

test('what a person notes is in the numbers, is changed under its version, and goes', async () => {
  const { t } = farm
  const kind = await farm.build.insert('insect_type', { tenant_id: t, code: `noted-${lamp.lamp.id}`, zh_name: '虫', en_name: 'Bug' })
  const body = { concentratorId: lamp.lamp.id, insectTypeId: kind.id, insectQuantity: 4, observedAt: 1000 }
  const made = (await farm.admin.call(insectStatisticsCalls.add, { params: { t }, body })).body
  expect(made).toMatchObject({ source: 'person', insectQuantity: 4, name: '虫' })
  const trend = () =>
    farm.admin.call(insectStatisticsCalls.trend, {
      params: { t },
      query: { startTime: '1970-01-01 00:00:00', endTime: '1970-01-01 23:59:59', concentratorId: lamp.lamp.id },
    })
  expect((await trend()).body).toEqual([
    { creationDate: '1970-01-01', insectQuantity: 4, name: '虫', insectTypeId: kind.id, concentratorId: lamp.lamp.id, tenantId: t },
  ])
  const edit = { ...body, id: made.id!, objectVersionNumber: 1, insectQuantity: 7 }
  expect((await farm.admin.call(insectStatisticsCalls.edit, { params: { t }, body: edit })).body.insectQuantity).toBe(7)
  expect((await farm.admin.call(insectStatisticsCalls.edit, { params: { t }, body: edit })).body.code).toBe('error.version.stale')
  expect((await farm.admin.call(insectStatisticsCalls.remove, { params: { t, id: made.id! } })).body).toBe(1)
  expect((await trend()).body).toEqual([])
})

describe('timed photographs', () => {
  const configure = (values: object) =>
    farm.admin.call(insectLampCalls.configure, { params: { t: farm.t }, body: { imei: lamp.lamp.eui, values } })
  const held = async () => (await farm.admin.call(insectLampCalls.getConfigure, { params: { t: farm.t, imei: lamp.lamp.eui } })).body

  test('follow the settings of the lamp, whose limits are said beside what is out of them', async () => {
    const refused = async (values: object) => Object.keys((await configure(values)).body.fields ?? {})
    expect(await refused({ controlMinutes: 59 })).toEqual(['controlMinutes'])
    expect(await refused({ controlMinutes: 481 })).toEqual(['controlMinutes'])
    expect(await refused({ controlMinutes: 60, photoMinutes: 29 })).toEqual(['photoMinutes'])
    expect(await refused({ controlMinutes: 60, photoMinutes: 61 })).toEqual(['photoMinutes'])
    expect(await refused({ photoMinutes: 60 })).toEqual(['controlMinutes'])
    expect(await refused({ uploadMinutes: 4 })).toEqual(['uploadMinutes'])
    expect(await refused({ lampStart: '24:00' })).toEqual(['lampStart'])
    expect((await configure({ controlMinutes: 60, photoMinutes: 60, uploadMinutes: 30 })).body.result).toBe(1)
    // What the lamp confirms comes on a way of its own.
    await vi.waitFor(async () => expect((await held()).confirmed?.values).toMatchObject({ photoMinutes: 60 }), { timeout: 10_000 })
    const { nextPhotographAt } = await held()
    expect(nextPhotographAt! - Date.now()).toBeLessThanOrEqual(3_600_000)
    // The time comes: the clock asks, once, and sets the next.
    const before = lamp.told.length
    await farm.owner.query(`update furrow.job set due_at = $1 where name = 'devices.photograph' and key = $2`, [
      Date.now(),
      String(lamp.lamp.id),
    ])
    await vi.waitFor(async () => expect((await held()).nextPhotographAt).toBeGreaterThan(Date.now() + 1000), { timeout: 10_000 })
    expect(lamp.told.slice(before).map(({ verb }) => verb)).toEqual(['photograph'])
    await configure({})
    expect((await held()).nextPhotographAt).toBeNull()
  })

  test('of a serial number that nobody knows say that the device does not exist', async () => {
    const params = { t: farm.t, imei: 'no-such-lamp' }
    const query = { lang: 'zh-CN' } as never
    const asked = { status: 404, body: { code: 'error.device.serialUnknown', message: '设备不存在，请检查序列号' } }
    expect(await farm.admin.call(insectLampCalls.get, { params, query })).toMatchObject(asked)
    expect(await farm.admin.call(insectLampCalls.photograph, { params, query })).toMatchObject(asked)
  })

  test('begin with the control mode and last no longer than it, in the zone of the tenant', () => {
    const plan = { lampStart: '19:30', controlMinutes: 120, photoMinutes: 60 }
    const at = (text: string) => Date.parse(`${text}+08:00`)
    const next = (text: string) => nextPhotograph(plan, at(text), 'Asia/Shanghai')
    expect(next('2026-11-22T12:00:00')).toBe(at('2026-11-22T19:30:00'))
    expect(next('2026-11-22T19:30:00')).toBe(at('2026-11-22T20:30:00'))
    expect(next('2026-11-22T21:30:00')).toBe(at('2026-11-23T19:30:00'))
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 30, max: 480 }),
        fc.integer({ min: 60, max: 480 }),
        (now, photo, control) => {
          for (const lampStart of ['23:50', null]) {
            const then = nextPhotograph({ lampStart, controlMinutes: control, photoMinutes: photo }, now, 'Asia/Shanghai')
            expect(then).toBeGreaterThan(now)
            expect(then - now).toBeLessThanOrEqual(24 * 3_600_000)
          }
        },
      ),
    )
  })
})
