import { hash as hashPassword } from '@node-rs/argon2'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ApprovalNode } from '#contract/approvals/definition'
import { DEMO_PASSWORD } from '#demo/farm'
import { HOUR } from '#demo/physics'
import { aplionform } from '#contract/inventory/aplionform'
import { createEngine } from '../ground/approvals/engine.ts'
import { type Scope, scopeOf } from '../ground/database/scope.ts'
import { approvalFormOf } from '../ground/documents/approvalForm.ts'
import { aplionformRules } from '../inventory/aplionform.ts'
import { nextDocumentNumber } from '../ground/documents/documentNumber.ts'
import { builderOn } from './builderOn.ts'

const TENANT = 1
const DAY = 24 * HOUR
const ZONE = 'Asia/Shanghai'
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })
const dayOf = (ts: number) => isoDay.format(ts)

type Line = readonly [product: string, specification: string | null, unit: string, quantity: string, price: string]
interface Purchase {
  readonly by: 'operator' | 'admin'
  readonly title: string
  readonly area: number
  readonly age: number
  readonly lines: readonly Line[]
  /** What happened then, each an hour after the one before. */
  readonly story: readonly ('submit' | 'withdraw' | readonly ['approve' | 'reject', 'admin' | 'manager', string | null])[]
}

const purchases: readonly Purchase[] = [
  {
    by: 'operator',
    title: '秋季番茄育苗物资',
    area: 0,
    age: 12 * DAY,
    lines: [
      ['番茄种子', '1000 粒/包', '包', '20', '68.50'],
      ['育苗基质', '50 L/袋', '袋', '40', '32'],
      ['穴盘', '72 孔', '个', '200', '3.2'],
    ],
    story: ['submit', ['approve', 'manager', '与种植计划一致'], ['approve', 'manager', null], ['approve', 'admin', '同意采购']],
  },
  {
    by: 'operator',
    title: '增氧机备件',
    area: 1,
    age: 5 * DAY,
    lines: [
      ['叶轮', '1.5 kW', '个', '6', '145'],
      ['减速箱', null, '台', '2', '620'],
    ],
    story: ['submit', ['reject', 'manager', '请补充上次更换的时间和数量']],
  },
  {
    by: 'operator',
    title: '滴灌带更换',
    area: 0,
    age: 4 * DAY,
    lines: [['滴灌带', '16 mm，500 m/卷', '卷', '12', '285']],
    story: ['submit', 'withdraw'],
  },
  {
    by: 'operator',
    title: '冬季水溶肥',
    area: 2,
    age: 1 * DAY,
    lines: [
      ['大量元素水溶肥', '20-20-20，10 kg/袋', '袋', '60', '128'],
      ['磷酸二氢钾', '25 kg/袋', '袋', '15', '236.80'],
    ],
    story: ['submit', ['approve', 'manager', '用量合理'], ['approve', 'manager', null]],
  },
  {
    by: 'admin',
    title: '气象站传感器校准',
    area: 0,
    age: 9 * HOUR,
    lines: [
      ['温湿度探头', 'RS485', '支', '4', '320'],
      ['校准服务', null, '次', '1', '1500'],
    ],
    story: ['submit'],
  },
  {
    by: 'operator',
    title: '虾塘底质改良剂',
    area: 1,
    age: 3 * HOUR,
    lines: [
      ['底质改良剂', '5 kg/桶', '桶', '30', '86'],
      ['过硫酸氢钾', '1 kg/袋', '袋', '50', '24.5'],
    ],
    story: ['submit'],
  },
  { by: 'operator', title: '防虫网与遮阳网', area: 2, age: 1 * HOUR, lines: [['防虫网', '60 目，3 m 宽', '米', '150', '4.6']], story: [] },
]

/**
 * Purchase applications of tenant 1 in every state, with the flow they go through: first one of the purchase approvers, then both the
 * administrator and the manager, then a copy to the observer. The past is made by the engine itself, under the clock of that time.
 */
export async function writeApprovals(client: pg.ClientBase, now: number): Promise<void> {
  const scope = scopeOf(builderOn(client), TENANT, null)
  const { rows } = await client.query<{ id: number; login_name: string; real_name: string }>(
    'select id, login_name, real_name from furrow.app_user where demo',
  )
  const users = new Map(rows.map((user) => [user.login_name, user]))
  const manager = await aManager(client)
  users.set('manager', manager)
  const roleId = await writeRoles(client, [users.get('admin')!.id, manager.id])
  const idOf = (name: string) => users.get(name)!.id

  const flow: ApprovalNode[] = [
    { id: 'manager', name: '采购审核', kind: 'OR', who: { by: 'role', roleId } },
    { id: 'director', name: '主管会签', kind: 'AND', who: { by: 'user', userIds: [idOf('admin'), manager.id] } },
    { id: 'copy', name: '抄送仓库', kind: 'CC', who: { by: 'user', userIds: [idOf('viewer'), idOf('admin')] } },
  ]
  await scope
    .insert('approval_definition', [
      {
        form_code: 'aplionform',
        version: 1,
        name: '采购申请审批',
        nodes: JSON.stringify(flow),
        when_nobody: 'administrator',
        when_applicant: 'pass',
        author_id: idOf('admin'),
        created_at: now - 30 * DAY,
      },
    ])
    .execute()

  const areas = (await scope.select('area').select('area.id').orderBy('area.id').execute()).map(({ id }) => id)
  let at = now
  const engine = createEngine({ forms: [approvalFormOf(aplionformRules)], clock: () => at })
  for (const purchase of purchases) {
    at = now - purchase.age
    const documentId = await aPurchase(scope, purchase, { now: at, areaId: areas[purchase.area]!, applicant: users.get(purchase.by)! })
    for (const step of purchase.story) {
      at += Math.min(HOUR, purchase.age / (purchase.story.length + 1))
      if (step === 'submit') {
        const userId = idOf(purchase.by)
        await engine.submit(scope, { formCode: 'aplionform', documentId, userId, picked: {}, again: false, language: 'zh-CN' })
        continue
      }
      const instance = await scope.select('approval_instance').select('id').where('third_id', '=', documentId).executeTakeFirstOrThrow()
      if (step === 'withdraw') {
        await engine.withdraw(scope, { instanceId: instance.id, userId: idOf(purchase.by), comment: '数量有误，修改后再提交' })
        continue
      }
      const [verdict, name, comment] = step
      const task = await scope
        .select('approval_task')
        .select('id')
        .where('instance_id', '=', instance.id)
        .where('assignee_id', '=', idOf(name))
        .where('state', '=', 'PENDING')
        .executeTakeFirstOrThrow()
      await engine.decide(scope, { taskId: task.id, userId: idOf(name), verdict, comment })
    }
  }
  // Of the past only what still waits is news.
  await scope
    .remove('outbox')
    .where(sql<boolean>`coalesce(body ->> 'message', '') <> 'waiting'`)
    .execute()
}

async function aManager(client: pg.ClientBase): Promise<{ id: number; real_name: string; login_name: string }> {
  const { rows } = await client.query<{ id: number; real_name: string; login_name: string }>(
    `insert into furrow.app_user (login_name, real_name, password_hash, current_tenant_id, default_tenant_id, demo)
     values ('manager', '黄启明', $1, $2, $2, true) returning id, real_name, login_name`,
    [await hashPassword(DEMO_PASSWORD), TENANT],
  )
  await client.query('insert into furrow.membership (tenant_id, user_id) values ($1, $2)', [TENANT, rows[0]!.id])
  return rows[0]!
}

/** A role of purchase approvers, which reads what the operator reads; the operator applies for goods, the observer reads them. */
async function writeRoles(client: pg.ClientBase, approvers: readonly number[]): Promise<number> {
  const { read, ...acting } = aplionform.codes
  await client.query(`update furrow.role set codes = codes || $2::text[] where tenant_id = $1 and name in ('操作员', '观察员')`, [
    TENANT,
    [read],
  ])
  const { rows } = await client.query<{ id: number }>(
    `insert into furrow.role (tenant_id, name, codes) select $1, '采购审批人', codes from furrow.role where tenant_id = $1 and name = '观察员' returning id`,
    [TENANT],
  )
  await client.query(`update furrow.role set codes = codes || $2::text[] where tenant_id = $1 and name in ('操作员', '采购审批人')`, [
    TENANT,
    Object.values(acting),
  ])
  await client.query('insert into furrow.role_assignment (tenant_id, user_id, role_id) select $1, unnest($2::bigint[]), $3', [
    TENANT,
    approvers,
    rows[0]!.id,
  ])
  return rows[0]!.id
}

async function aPurchase(
  scope: Scope,
  { title, lines }: Purchase,
  given: { now: number; areaId: number; applicant: { id: number; real_name: string } },
): Promise<number> {
  const { now, areaId, applicant } = given
  const { id } = await scope
    .insert('document', [
      {
        code: await nextDocumentNumber(scope, { prefix: aplionform.prefix, now, zone: ZONE }),
        form_code: aplionform.name,
        area_id: areaId,
        title,
        needed_by: dayOf(now + (6 + 2 * lines.length) * DAY),
        applicant_id: applicant.id,
        applicant_name: applicant.real_name,
        created_at: now,
        updated_at: now,
      },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  await scope
    .insert(
      'document_line',
      lines.map(([product_name, specification, unit, quantity, price], position) => ({
        document_id: id,
        form_code: aplionform.name,
        position,
        product_name,
        specification,
        unit,
        quantity,
        stock_quantity: quantity,
        price,
      })),
    )
    .execute()
  return id
}
