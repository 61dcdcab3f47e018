import type pg from 'pg'
import type { Subplan } from '#contract/farm/planPackage'
import { HOUR } from '#demo/physics'
import { subplansOf, writeSubplans } from '../farm/plans/packageLines.ts'
import { copyPackage } from '../farm/plans/planTasks.ts'
import { type Scope, scopeOf } from '../ground/database/scope.ts'
import { builderOn } from './builderOn.ts'
import { giveCodes } from './giveCodes.ts'
import { type Story, tell } from './goodsWriter.ts'

const TENANT = 1
const ZONE = 'Asia/Shanghai'
const PLOT = '5 号大棚'

/** From when to when after its subplan begins, by the code of its type, with codes of products and how much of each a mu. */
type Work = readonly [
  name: string,
  type: string,
  offset: number,
  days: number,
  weight: number,
  uses?: readonly (readonly [string, string])[],
  more?: object,
]
type Phase = readonly [name: string, offset: number, days: number, works: readonly Work[]]
const melon: readonly Phase[] = [
  [
    '定植缓苗',
    0,
    12,
    [
      ['起垄铺滴灌带', 'IRR', 0, 2, 2, [], { steps: ['起垄', '铺滴灌带', '试水'] }],
      ['施基肥', 'FER', 1, 2, 2, [['NZ-003', '3.00']]],
      ['定植', 'SOW', 3, 2, 3, [], { proofFlag: 1 }],
      ['浇缓苗水', 'IRR', 6, 1, 1],
    ],
  ],
  [
    '伸蔓期',
    12,
    23,
    [
      ['吊蔓整枝', 'CHK', 4, 3, 2, [], { steps: ['单蔓整枝', '吊绳'] }],
      ['追施伸蔓肥', 'FER', 8, 1, 1, [['NZ-003', '2.00']]],
      ['蚜虫、粉虱防治', 'PRO', 20, 1, 2, [['NY-003', '0.05']], { priority: 'high' }],
    ],
  ],
  [
    '开花结果期',
    35,
    35,
    [
      ['授粉留瓜', 'CHK', 1, 5, 3, [], { proofFlag: 1 }],
      ['追施膨瓜肥', 'FER', 8, 1, 2, [['NZ-003', '25.00']]],
      ['冲施有机肥', 'FER', 12, 2, 1, [['NZ-002', '60.00']]],
      ['白粉病防治', 'PRO', 18, 1, 2, [['NY-001', '0.03']]],
    ],
  ],
  ['采收期', 70, 12, [['采收分级', 'HAR', 0, 10, 3, [], { harvestFlag: 1, priority: 'high' }]]],
]
const rice: readonly Phase[] = [
  [
    '秧田期',
    0,
    20,
    [
      ['浸种催芽', 'SOW', 0, 3, 1, [['ZZ-001', '2.00']]],
      ['秧田管水', 'IRR', 5, 10, 1],
    ],
  ],
  [
    '分蘖期',
    20,
    30,
    [
      ['机插秧', 'SOW', 0, 3, 3, [], { proofFlag: 1 }],
      ['施分蘖肥', 'FER', 7, 1, 2, [['NZ-001', '15.00']]],
    ],
  ],
  [
    '抽穗灌浆期',
    50,
    40,
    [
      ['稻纵卷叶螟防治', 'PRO', 5, 1, 2, [['NY-002', '0.02']]],
      ['晒田', 'IRR', 15, 7, 1],
    ],
  ],
  ['收获期', 90, 10, [['收割', 'HAR', 0, 3, 3, [], { harvestFlag: 1, closesBatch: 1 }]]],
]

/** Who leads what, by the code of the worker; all else is the technician's. */
const leaders: Readonly<Record<string, string>> = { 起垄铺滴灌带: 'SW-002', 定植: 'SW-003', 吊蔓整枝: 'SW-003', 授粉留瓜: 'SW-003' }

async function aPackage(scope: Scope, name: string, variety: string, targetYield: string, phases: readonly Phase[]) {
  const idsBy = (rows: readonly { id: number; code: string | null }[]) => new Map(rows.map(({ id, code }) => [code, id]))
  const types = idsBy(await scope.select('task_type').select(['task_type.id', 'task_type.code']).execute())
  const products = idsBy(await scope.select('product').select(['product.id', 'product.code']).execute())
  const known = await scope.select('variety').select('variety.id').where('variety.name', '=', variety).executeTakeFirst()
  const { id } = await scope
    .insert('plan_package', [{ package_name: name, variety_id: known?.id ?? null, target_yield: targetYield }])
    .returning('id')
    .executeTakeFirstOrThrow()
  const blank = { priority: 'medium', proofFlag: 0, harvestFlag: 0, closesBatch: 0, description: null, steps: [] as string[] }
  const subplans = phases.map(([called, offsetDays, days, works]) => ({
    name: called,
    offsetDays,
    days,
    tasks: works.map(([taskName, type, offset, takes, weight, uses = [], more = {}]) => ({
      ...blank,
      taskName,
      taskTypeId: types.get(type)!,
      offsetDays: offset,
      days: takes,
      weight,
      materials: uses.map(([code, quantity]) => ({ productId: products.get(code)!, quantity, perMu: 1 as const })),
      ...more,
    })),
  })) as readonly Subplan[]
  await writeSubplans(scope, id, subplans)
  return id
}

/** Two packages, and a plan in the midst of its life: copied by the product itself, with the issues of what was used. */
export async function writePlans(client: pg.ClientBase, now: number): Promise<void> {
  await giveCodes(client, 'wfpf.farm.farm.plan')
  const scope = scopeOf(builderOn(client), TENANT, null)
  const packageId = await aPackage(scope, '设施网纹甜瓜标准种植', '网纹甜瓜', '2800.00', melon)
  await aPackage(scope, '优质稻单季种植', '美香占 2 号', '480.00', rice)
  const batch = await scope
    .select('batch')
    .innerJoin('land', 'land.id', 'batch.land_id')
    .select(['batch.id', 'batch.area_id', 'batch.land_id', 'batch.batch_name', 'batch.starts_on'])
    .where('land.land_name', '=', PLOT)
    .where('batch.batch_state', 'in', ['growing', 'harvesting'])
    .executeTakeFirst()
  if (!batch) return
  const startsOn = batch.starts_on
  const plan = { areaId: batch.area_id, batchId: batch.id, landId: batch.land_id, startsOn, plantingArea: '6.00' }
  const { id } = await scope
    .insert('plan', [
      {
        area_id: batch.area_id,
        batch_id: batch.id,
        package_id: packageId,
        plan_name: `${batch.batch_name} 种植计划`,
        starts_on: startsOn,
        planting_area: plan.plantingArea,
        estimated_output: '16800.00',
      },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  const subplans = (await subplansOf(scope, [packageId])).get(packageId)!
  await copyPackage(scope, { language: 'zh-CN', grant: { timeZone: ZONE } } as never, { ...plan, id }, subplans, now)
  // What is past was done and accepted; the last of it waits for its review.
  const past = await scope
    .select('task')
    .innerJoin('plan_task', 'plan_task.task_id', 'task.id')
    .select(['task.id', 'task.task_name', 'task.starts_at', 'task.due_at'])
    .where('plan_task.plan_id', '=', id)
    .where('task.due_at', '<', now)
    .orderBy('task.due_at')
    .execute()
  const stories: Story[] = []
  for (const [at, task] of past.entries()) {
    const isLast = at === past.length - 1
    await client.query(
      `update furrow.task set task_state = $2, started_at = starts_at, finished_at = due_at - $3,
         leader_id = (select id from furrow.worker where tenant_id = 1 and code = $4) where id = $1`,
      [task.id, isLast ? 'finished' : 'accepted', HOUR, leaders[task.task_name] ?? 'SW-005'],
    )
    const used = await scope
      .select('task_material')
      .innerJoin('product', 'product.id', 'task_material.product_id')
      .select(['product.code', 'task_material.quantity'])
      .where('task_material.task_id', '=', task.id)
      .execute()
    if (used.length === 0) continue
    const lines = used.map(({ code, quantity }) => [code!, quantity, null] as const)
    const [title, age] = [`${task.task_name}领用`, now - task.due_at]
    stories.push({ kind: 'materialShipment', title, store: 'CK-SW', plot: PLOT, age, lines, until: isLast ? 'draft' : 'posted' })
  }
  await tell(client, now, { kinds: ['materialShipment'], pages: [], stories })
  await client.query(
    `insert into furrow.task_issue (tenant_id, task_id, document_id)
     select 1, part.task_id, document.id from furrow.plan_task part join furrow.task on task.id = part.task_id
       join furrow.document on document.tenant_id = 1 and document.form_code = 'materialShipment' and document.title = task.task_name || '领用'
     where part.plan_id = $1`,
    [id],
  )
}
