import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStep, flowDefinition } from '#contract/flows/definition'
import { type Flow, flowCalls } from '#contract/flows/flow'
import { FLOW_TEMPLATES, type FlowTemplate } from '#contract/flows/template'
import { demoAreas } from '#demo/farm'
import { arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  admin = await server.signIn('admin')
}, 120_000)
afterAll(() => server?.close())

const own = demoAreas.filter(({ tenantId }) => tenantId === 1)
const [fish, orchard] = own.map(({ id }) => id) as [number, number]
const adopt = (template: FlowTemplate, areaId: number, lang = 'zh-CN') =>
  admin.call(flowCalls.adopt, { params: { t: 1 }, query: { lang }, body: { areaId, template } })
const enable = (id: number, enabledFlag: 0 | 1) => admin.call(flowCalls.enable, { params: { t: 1, id }, body: { enabledFlag } })
const turned = ({ definition }: Flow) =>
  eachStep(definition.steps).flatMap(({ step }) => (step.kind === 'command' && step.target.kind === 'switch' ? [step.target.switchId] : []))
const called = async (ids: readonly (number | null)[]) =>
  (
    await server.owner.query<{ name: string }>(
      `select d.name || ' ' || s.name as name from furrow.switch s join furrow.device d on d.id = s.device_id
       where s.id = any($1::bigint[]) order by s.id`,
      [ids],
    )
  ).rows.map(({ name }) => name)

describe('a template', () => {
  test.each(FLOW_TEMPLATES)('%s is filled in with what the base has, and may be enabled at once', async (template) => {
    const { status, body: flow } = await adopt(template, fish)
    expect(status).toBe(200)
    expect(flow).toMatchObject({ areaId: fish, enabledFlag: 0, version: 1, open: [], groupId: null })
    expect(flowDefinition.parse(flow.definition)).toEqual(flow.definition)
    expect(flow.name + flow.note).not.toMatch(/flows:/)
    expect((await enable(flow.id, 1)).body).toMatchObject({ state: 'enabled', open: [] })
    await enable(flow.id, 0)
  })

  test('turns what belongs to what it asks', async () => {
    const names = async (template: FlowTemplate) => called(turned((await adopt(template, fish)).body))
    expect(await names('irrigateByMoisture')).toEqual(['1 号大棚网关 滴灌阀'])
    expect(await names('aerateByOxygen')).toEqual(Array.from({ length: 4 }, (_, at) => `1 号塘增氧控制器 ${at + 1} 号增氧泵`))
    expect(await names('closeVentsAtRain')).toEqual(['1 号大棚网关 顶开窗', '2 号大棚网关 顶开窗', '3 号大棚网关 顶开窗'])
    expect((await names('lightByDayLength')).every((name) => /补光|植物灯|灯/.test(name) && !name.includes('虫'))).toBe(true)
  })

  test('speaks the language of whoever adopts it, and tells them', async () => {
    const { body: flow } = await adopt('closeVentsAtRain', fish, 'en-US')
    expect(flow.name).toBe('Close the vents at rain')
    expect(flow.definition.steps.at(-1)).toEqual({
      kind: 'notify',
      userIds: [1],
      text: 'It rains or the wind is strong: the vents were closed.',
    })
  })

  test('of which a base has nothing that fits is made all the same, and says what is open', async () => {
    const { id: areaId } = await arrange(server.owner).anArea({ tenant_id: 1 })
    for (const template of FLOW_TEMPLATES) {
      const { status, body: flow } = await adopt(template, areaId)
      expect(status).toBe(200)
      expect(flow.open).toContainEqual({ what: 'target', path: 'steps.0.target' })
      expect(flowDefinition.parse(flow.definition)).toEqual(flow.definition)
      expect((await enable(flow.id, 1)).body.code).toBe('error.flow.open')
    }
  })
})

test('the demo farm has flows that are filled in, of which one is enabled and waits for the morning', async () => {
  const list = async (areaId: number) => (await admin.call(flowCalls.page, { params: { t: 1 }, query: { areaId, size: 0 } })).body.content
  const flows = [...(await list(fish)), ...(await list(orchard))]
  expect(flows.filter(({ open }) => open.length > 0)).toEqual([])
  const [enabled, ...more] = flows.filter(({ enabledFlag }) => enabledFlag === 1)
  expect(more).toEqual([])
  expect(enabled).toMatchObject({ areaId: orchard, name: '清晨轮灌' })
  expect(new Date(enabled!.nextAt! + 8 * 3_600_000).toISOString().slice(11, 16)).toBe('05:30')
  const seeded = await list(fish)
  expect(seeded.map(({ name }) => name)).toEqual(expect.arrayContaining(['按土壤湿度灌溉', '按溶解氧增氧', '按日照时长补光']))
  expect(seeded.some(({ groupName, priority }) => groupName === '鱼塘增氧' && priority === 2)).toBe(true)
})
