import { afterAll, beforeAll, expect, test } from 'vitest'
import { aeratorCalls } from '#contract/devices/aerator'
import { aboutTopic } from '#contract/devices/protocol'
import { switchCalls } from '#contract/devices/switch'
import { flowDeviceGroupCalls } from '#contract/flows/deviceGroup'
import { flowOf, flowsOf, open, soon } from '../flows/flowFarm.ts'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
let flows: ReturnType<typeof flowsOf>
beforeAll(async () => {
  farm = await startFarm()
  flows = flowsOf(farm)
})
afterAll(async () => {
  await flows?.close()
  await farm?.close()
})

type Valve = Awaited<ReturnType<typeof flows.aValve>>
const says = ({ client, device }: Valve, words: Record<string, string>) =>
  client.publishAsync(aboutTopic.of({ tenantId: farm.t, eui: device.eui }), JSON.stringify(words), { qos: 1 })
const longestRun = async ({ switchId: id }: Valve) =>
  (await farm.admin.call(switchCalls.details, { params: { t: farm.t, id } })).body.longestRun
const held = async ({ switchId, device }: Valve, sw: number, runSeconds?: number) =>
  (
    await farm.admin.call(switchCalls.control, {
      params: { t: farm.t },
      body: { switchId, sw, eui: device.eui, circuit: 1, ...(runSeconds === undefined ? {} : { runSeconds }) },
    })
  ).body.heldSeconds

test('a device that says how long it holds what was started is believed, and who asks for longer is told', async () => {
  const valve = await flows.aValve()
  expect(await longestRun(valve)).toBeNull()
  expect(await held(valve, 1, 7200)).toBeNull()
  await says(valve, { longestRun: '1800' })
  expect(await longestRun(valve)).toBe(1800)
  expect(await held(valve, 1, 7200)).toBe(1800)
  // What is usual for a valve is longer as well.
  expect(await held(valve, 1)).toBe(1800)
  expect(await held(valve, 1, 1800)).toBeNull()
  expect(await held(valve, 0)).toBeNull()
})

test('what it says of a circuit goes before what it says of all; what is no time is not believed', async () => {
  const valve = await flows.aValve()
  await says(valve, { longestRun: '1800', longestRun1: '600', longestRun2: '60' })
  expect(await longestRun(valve)).toBe(600)
  await says(valve, { longestRun1: 'ten minutes' })
  expect(await longestRun(valve)).toBe(1800)
  for (const word of ['0', '-5', '1e3', '']) {
    await says(valve, { longestRun: word })
    expect(await longestRun(valve)).toBeNull()
  }
  const other = await flows.aValve()
  expect(await longestRun(other)).toBeNull()
})

test('a pump that runs until it is told says so of its regulator', async () => {
  const regulator = await flows.aValve({ type: 'aerator_ii' })
  await farm.owner.query(`update furrow.switch set kind = 'aerator' where id = $1`, [regulator.switchId])
  await says(regulator, { longestRun: '3600' })
  const { body } = await farm.admin.call(aeratorCalls.pumps, { params: { t: farm.t }, query: { regulatorId: regulator.device.id } })
  expect(body).toMatchObject([{ id: regulator.switchId, longestRun: 3600 }])
  const asked = await farm.admin.call(aeratorCalls.control, { params: { t: farm.t, id: regulator.switchId }, body: { status: 1 } })
  expect(asked.body.heldSeconds).toBe(3600)
})

test('what is open of its switches is read anew when it says so', () => {
  for (const call of [switchCalls.list, switchCalls.details, switchCalls.detailsSwitch, aeratorCalls.pumps])
    expect(call.follows).toContain('deviceWord')
})

test('a run of a flow says so beside what it asked, and a device group of its circuits', async () => {
  const valve = await flows.aValve()
  await says(valve, { longestRun: '120' })
  const { body: group } = await farm.admin.call(flowDeviceGroupCalls.add, {
    params: { t: farm.t },
    body: { areaId: farm.north.id, name: 'Valves', note: '', rollout: 'together', seconds: 1, switchIds: [valve.switchId] },
  })
  expect(group.members).toMatchObject([{ switchId: valve.switchId, longestRun: 120 }])
  const asked = async (runSeconds: number) => {
    const id = await flows.aFlow(flowOf([open(valve.switchId, runSeconds), { kind: 'makeSafe', target: null }]), {
      name: `For ${runSeconds}`,
    })
    const { traces } = await flows.ended((await flows.start(id)).id)
    return traces.filter(({ what }) => what === 'asked').map(({ command }) => command!.heldSeconds)
  }
  await soon(async () => expect(await asked(300)).toEqual([120, null]))
  expect(await asked(120)).toEqual([null, null])
})
