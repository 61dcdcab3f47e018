import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aeratorCalls } from '#contract/devices/aerator'
import { switchCalls } from '#contract/devices/switch'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const aDevice = (given: Partial<Parameters<Farm['build']['aDevice']>[0]> = {}) =>
  farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, ...given })
const aSwitch = (device: { id: number; area_id: number }, given: Partial<Parameters<Farm['build']['aSwitch']>[0]> = {}) =>
  farm.build.aSwitch({ tenant_id: farm.t, area_id: device.area_id, device_id: device.id, ...given })
const aCommand = (one: { id: number; device_id: number; area_id: number }, given: Record<string, unknown> = {}) =>
  farm.build.aCommand({
    tenant_id: farm.t,
    area_id: one.area_id,
    device_id: one.device_id,
    switch_id: one.id,
    created_at: 1,
    expires_at: 2,
    state_at: 3,
    history: JSON.stringify([{ state: 'sent', at: 1 }]),
    ...given,
  })
const details = (id: number, client = farm.admin) => client.call(switchCalls.details, { params: { t: farm.t, id } })
const edit = (body: Record<string, unknown>, client = farm.admin) =>
  client.call(switchCalls.edit, { params: { t: farm.t }, body: { type: 'ordinary', objectVersionNumber: 1, ...body } })
const control = (body: Record<string, unknown>, client = farm.admin) => client.call(switchCalls.control, { params: { t: farm.t }, body })

describe('the changes of a switch', () => {
  const ask = (id: number, query: Record<string, string | number> = {}, client = farm.admin) =>
    client.call(switchCalls.changes, { params: { t: farm.t, id }, query })
  const changed = async (id: number, changes: readonly (readonly [at: number, status: number])[]) => {
    for (const [at, status] of changes)
      await farm.owner.query('insert into furrow.switch_change (switch_id, at, status, tenant_id) values ($1, $2, $3, $4)', [
        id,
        at,
        status,
        farm.t,
      ])
  }
  const said = ({ content }: { content: readonly { at: number; status: number }[] }) => content.map(({ at, status }) => [at, status])

  test('are read newest first, page by page, also where several are of one moment', async () => {
    const one = await aSwitch(await aDevice())
    const changes = [
      [100, 0],
      [200, 1],
      [200, 2],
      [200, 0],
      [300, 1],
    ] as const
    await changed(one.id, changes)
    await changed((await aSwitch(await aDevice())).id, [[250, 2]])
    const read: (readonly number[])[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await ask(one.id, { size: 2, ...(cursor === '' ? {} : { cursor }) })
      expect(body.content.length).toBeLessThanOrEqual(2)
      read.push(...said(body))
      cursor = body.next
    }
    expect(read).toEqual(changes.toReversed())
    expect((await ask(one.id)).body).toMatchObject({ next: null, before: null })
  })

  test('of a range come with what was in force as it began', async () => {
    const one = await aSwitch(await aDevice())
    await changed(one.id, [
      [100, 0],
      [200, 1],
      [300, 0],
    ])
    const { body } = await ask(one.id, { startTime: 150, endTime: 299 })
    expect(said(body)).toEqual([[200, 1]])
    expect(body.before).toMatchObject({ at: 100, status: 0 })
    expect((await ask(one.id, { startTime: '2026-01-01 00:00:00' })).body.content).toEqual([])
    expect((await ask(one.id, { startTime: 301, endTime: 300 })).status).toBe(422)
    expect((await ask(one.id, { startTime: 'soon' })).status).toBe(400)
    expect((await ask(one.id, { cursor: 'x' })).status).toBe(400)
  })

  test('are hidden with the switch: of another base, of another tenant', async () => {
    const hidden = await aSwitch(await aDevice({ area_id: farm.south.id }))
    await changed(hidden.id, [[100, 1]])
    expect((await ask(hidden.id, {}, farm.northerner)).status).toBe(404)
    expect((await ask(hidden.id)).status).toBe(200)
  })
})

describe('switches of a device', () => {
  test('come by twenty in order of circuit, or all at once', async () => {
    const device = await aDevice()
    for (let circuit = 23; circuit > 0; circuit--) await aSwitch(device, { circuit })
    const list = async (query = {}) => (await farm.admin.call(switchCalls.list, { params: { t: farm.t, id: device.id }, query })).body
    const first = await list()
    expect(first).toMatchObject({ number: 1, size: 20, totalElements: 23 })
    expect(first.content.map(({ circuit }) => circuit)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect((await list({ page: 2 })).content).toHaveLength(3)
    const all = await farm.admin.call(switchCalls.detailsSwitch, { params: { t: farm.t, id: device.id } })
    expect(all.body).toHaveLength(23)
    expect(
      (await farm.northerner.call(switchCalls.list, { params: { t: farm.t, id: (await aDevice({ area_id: farm.south.id })).id } })).status,
    ).toBe(404)
  })

  test('say what they are in words, and how far their command has come', async () => {
    const device = await aDevice({ presence: 'online' })
    const one = await aSwitch(device, { kind: 'blind', status: 2, status_at: 9, name: 'Roof' })
    const author = await farm.build.aUser({ tenantId: farm.t, real_name: 'Li Na' })
    const stop = await aCommand(one, { created_at: 10, state: 'sent', author_id: author.id })
    await aCommand(one, { created_at: 11, state: 'refused', message: 'door open' })
    const { body } = await details(one.id)
    expect(body).toMatchObject({ name: 'Roof', online: 1, status: 2, ts: 9, state: '收起', switchTypeName: '卷帘' })
    expect(body.command).toMatchObject({
      id: stop.id,
      state: 'sent',
      author: 'Li Na',
      deviceName: device.name,
      history: [{ state: 'sent', at: 1 }],
    })
    await farm.owner.query(`update furrow.command set state = 'silent' where id = $1`, [stop.id])
    expect((await details(one.id)).body.command).toMatchObject({ state: 'refused', message: 'door open' })
  })
})

describe('editing a switch', () => {
  test('names it, sets its kind, and refuses a stale version', async () => {
    const one = await aSwitch(await aDevice())
    expect((await edit({ id: one.id, name: ' Valve ', type: 'related' })).body).toMatchObject({
      name: 'Valve',
      type: 'related',
      objectVersionNumber: 2,
    })
    expect((await edit({ id: one.id })).body.code).toBe('error.version.stale')
    expect((await edit({ id: one.id, objectVersionNumber: 2, name: null })).body.name).toBe('1 号开关')
    expect((await edit({ id: one.id }, farm.viewer)).status).toBe(403)
  })

  test('a name that says roller blind makes it one, in either language', async () => {
    const device = await aDevice()
    const [one, other] = [await aSwitch(device, { circuit: 1 }), await aSwitch(device, { circuit: 2 })]
    expect((await edit({ id: one.id, name: '东侧卷帘' })).body.type).toBe('blind')
    expect((await edit({ id: other.id, name: 'East roller blind' })).body.type).toBe('blind')
  })

  test('binds it to one other of its base that nobody else has, and not to itself or to one that is bound', async () => {
    const device = await aDevice()
    const [a, b, c, d] = [
      await aSwitch(device, { circuit: 1 }),
      await aSwitch(device, { circuit: 2 }),
      await aSwitch(device, { circuit: 3 }),
      await aSwitch(device, { circuit: 4 }),
    ]
    const far = await aSwitch(await aDevice({ area_id: farm.south.id }))
    const bind = async (id: number, relatedEquip: number, version = 1) => {
      const { status, body } = await edit({ id, type: 'related', relatedEquip, objectVersionNumber: version })
      return status === 200 ? body.relatedEquip : [status, body.code]
    }
    expect(await bind(a.id, b.id)).toBe(b.id)
    expect(await bind(a.id, b.id, 2)).toBe(b.id)
    expect(await bind(c.id, b.id)).toEqual([409, 'error.switch.bound'])
    expect(await bind(c.id, a.id)).toEqual([422, 'error.switch.notBindable'])
    expect(await bind(c.id, c.id)).toEqual([422, 'error.switch.notBindable'])
    expect(await bind(c.id, far.id)).toEqual([422, 'error.switch.notBindable'])
    const free = await farm.admin.call(switchCalls.canBind, {
      params: { t: farm.t },
      query: { areaId: farm.north.id, switchId: c.id, size: 0 },
    })
    const ids = free.body.content.map(({ id }) => id)
    expect(ids).toContain(d.id)
    for (const { id } of [a, b, c, far]) expect(ids).not.toContain(id)
    const own = await farm.admin.call(switchCalls.canBind, {
      params: { t: farm.t },
      query: { areaId: farm.north.id, switchId: a.id, size: 0 },
    })
    expect(own.body.content.map(({ id }) => id)).toContain(b.id)
  })

  test('forgetting one answers 1 and keeps its log', async () => {
    const device = await aDevice()
    const one = await aSwitch(device)
    const command = await aCommand(one)
    const remove = (client = farm.admin) => client.call(switchCalls.remove, { params: { t: farm.t, id: one.id } })
    expect((await remove(farm.viewer)).status).toBe(403)
    expect((await remove()).body).toBe(1)
    expect((await remove()).status).toBe(404)
    const log = await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { concentratorId: device.id } })
    expect(log.body.content).toMatchObject([{ id: command.id, switchId: null, switchName: '1 号开关' }])
  })
})

describe('controlling a switch', () => {
  test('goes to the command desk with its author; a device that is away is an outcome, not a fault', async () => {
    const device = await aDevice()
    const one = await aSwitch(device)
    const request = vi.spyOn(farm.services.desk, 'request')
    const { status, body } = await control({ switchId: one.id, sw: 1, eui: device.eui, circuit: 1 })
    expect(status).toBe(200)
    expect(body.result).toBe(0)
    expect(body.message).not.toBe('')
    expect(request.mock.calls).toMatchObject([
      [{ tenantId: farm.t, deviceId: device.id, verb: { name: 'switch.set' }, args: { circuit: 1, status: 1 }, priority: 'manual' }],
    ])
    request.mockRestore()
    const log = await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { switchId: one.id } })
    expect(log.body.content).toMatchObject([
      {
        id: body.commandId,
        eui: device.eui,
        author: 'A User',
        verb: 'switch.set',
        cause: 'user',
        priority: 'manual',
        maxRunMs: 14_400_000,
      },
    ])
  })

  test('may say how long it runs at most, where it starts something', async () => {
    const device = await aDevice()
    const one = await aSwitch(device)
    const asked = { switchId: one.id, sw: 1, eui: device.eui, circuit: 1 }
    expect((await control({ ...asked, runSeconds: 1800 })).status).toBe(200)
    const log = await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { switchId: one.id } })
    expect(log.body.content).toMatchObject([{ maxRunMs: 1_800_000 }])
    expect((await control({ ...asked, sw: 0, runSeconds: 1800 })).body.code).toBe('error.switch.run')
    for (const runSeconds of [0, 86_401]) expect((await control({ ...asked, runSeconds })).status).toBe(400)
  })

  test('runs as long as is usual for its type, and never outside what the type allows: said beside the time, in both languages', async () => {
    const lamp = await aDevice({ device_type: 'insectSituationLamp' })
    const one = await aSwitch(lamp)
    const asked = { switchId: one.id, sw: 1, eui: lamp.eui, circuit: 1 }
    const ask = (runSeconds: number, lang: string) =>
      farm.admin.call(switchCalls.control, { params: { t: farm.t }, query: { lang } as never, body: { ...asked, runSeconds } })
    const fault = {
      code: 'error.switch.runLimits',
      message: 'It may run from 1 h to 8 h',
      fields: { runSeconds: 'It may run from 1 h to 8 h' },
    }
    expect(await ask(3599, 'en-US')).toMatchObject({ status: 422, body: fault })
    expect((await ask(28_801, 'zh-CN')).body).toMatchObject({ fields: { runSeconds: '运行时长须在 1 小时到 8 小时之间' } })
    expect((await control(asked)).status).toBe(200)
    const log = await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { switchId: one.id } })
    expect(log.body.content).toMatchObject([{ maxRunMs: 28_800_000 }])
    const motor = await aSwitch(lamp, { circuit: 2, kind: 'blind' })
    expect((await control({ ...asked, switchId: motor.id, circuit: 2, runSeconds: 3601 })).body.code).toBe('error.switch.runLimits')
  })

  test('is refused for a status that its kind has not, for another circuit, without the code, and out of sight', async () => {
    const device = await aDevice()
    const one = await aSwitch(device)
    const asked = { switchId: one.id, sw: 1, eui: device.eui, circuit: 1 }
    expect((await control({ ...asked, sw: 2 })).body.code).toBe('error.switch.status')
    expect(await control({ ...asked, circuit: 2 })).toMatchObject({ status: 400, body: { fields: { circuit: expect.any(String) } } })
    expect(await control({ ...asked, eui: 'another' })).toMatchObject({
      status: 404,
      body: { code: 'error.device.serialUnknown', fields: { eui: expect.any(String) } },
    })
    expect((await control(asked, farm.viewer)).status).toBe(403)
    const southern = await aDevice({ area_id: farm.south.id })
    const hidden = await aSwitch(southern)
    expect((await control({ ...asked, switchId: hidden.id, eui: southern.eui }, farm.northerner)).status).toBe(404)
  })
})

describe('the control log', () => {
  test('is newest first, in pages, by device, switch, base and outcome', async () => {
    const area = await farm.build.anArea({ tenant_id: farm.t })
    const device = await aDevice({ area_id: area.id })
    const [one, other] = [await aSwitch(device, { circuit: 1 }), await aSwitch(device, { circuit: 2, name: 'Fan' })]
    for (let at = 1; at <= 5; at++) await aCommand(at % 2 ? one : other, { created_at: at, state: at === 4 ? 'silent' : 'observed' })
    const log = async (query: Record<string, unknown>, client = farm.admin) =>
      (await client.call(switchCalls.log, { params: { t: farm.t }, query })).body
    const times = async (query: Record<string, unknown>) => (await log(query)).content.map(({ createdAt }) => createdAt)
    expect(await times({ areaId: area.id, size: 2 })).toEqual([5, 4])
    expect((await log({ areaId: area.id, size: 2 })).totalElements).toBe(5)
    expect(await times({ switchId: other.id })).toEqual([4, 2])
    expect(await times({ concentratorId: device.id, state: 'silent' })).toEqual([4])
    expect((await log({ areaId: area.id }, farm.northerner)).totalElements).toBe(0)
  })
})

describe('the pumps of an aerator', () => {
  test('are its circuits, at most four, with fault and contact', async () => {
    const regulator = await aDevice({ device_type: 'aerator_ii', presence: 'online' })
    for (let circuit = 1; circuit <= 5; circuit++)
      await aSwitch(regulator, { circuit, kind: 'aerator', status: circuit === 1 ? 1 : circuit === 2 ? 0 : null })
    await farm.build.anItem({ tenant_id: farm.t, area_id: regulator.area_id, device_id: regulator.id, code: 'fault2', last_value: 1 })
    const pumps = (regulatorId: number, client = farm.admin) =>
      client.call(aeratorCalls.pumps, { params: { t: farm.t }, query: { regulatorId } })
    const { body } = await pumps(regulator.id)
    expect(body.map(({ node, name, statusFlag, faultFlag, onlineFlag }) => [node, name, statusFlag, faultFlag, onlineFlag])).toEqual([
      [1, '1 号泵', true, 0, 1],
      [2, '2 号泵', false, 1, 1],
      [3, '3 号泵', null, 0, 1],
      [4, '4 号泵', null, 0, 1],
    ])
    expect((await pumps((await aDevice()).id)).status).toBe(404)
    expect((await pumps(regulator.id, farm.viewer)).status).toBe(403)
  })

  test('are turned by a form, and only pumps are', async () => {
    const regulator = await aDevice({ device_type: 'aerator_ii' })
    const one = await aSwitch(regulator, { kind: 'aerator' })
    const turn = (id: number, status: unknown = 1) => farm.admin.call(aeratorCalls.control, { params: { t: farm.t, id }, body: { status } })
    expect((await turn(one.id)).body).toMatchObject({ result: 0 })
    expect((await turn(one.id, 2)).status).toBe(400)
    const run = (runSeconds: number, status = 1) =>
      farm.admin.call(aeratorCalls.control, { params: { t: farm.t, id: one.id }, body: { status, runSeconds } })
    expect((await run(600)).body).toMatchObject({ result: 0 })
    expect((await run(600, 0)).body).toMatchObject({ code: 'error.switch.run' })
    const log = await farm.admin.call(switchCalls.log, { params: { t: farm.t }, query: { switchId: one.id } })
    expect(log.body.content.map(({ maxRunMs }) => maxRunMs)).toEqual([600_000, null])
    expect((await turn((await aSwitch(await aDevice())).id)).status).toBe(404)
  })
})
