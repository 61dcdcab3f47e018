import type pg from 'pg'

const TENANT = 1
/** Made up, with the right last letter. */
const CREDIT_CODE = '91440113MA5FRW2K78'

interface Placed {
  readonly name: string
  readonly title: string
}
interface Unit {
  readonly kind: 'company' | 'base' | 'department'
  /** Of a base what it is called already. */
  readonly name: string
  readonly code?: string
  readonly leader?: string
  readonly staff?: readonly Placed[]
  readonly under?: readonly Unit[]
}

/** Two companies with their bases and departments; the people of the demo and their colleagues, each in a place. */
const tree: readonly Unit[] = [
  {
    kind: 'company',
    name: '沃垄水产养殖有限公司',
    code: 'WL-SC',
    leader: '梁志远',
    staff: [
      { name: '梁志远', title: '总经理' },
      { name: '何晓岚', title: '质量专员' },
    ],
    under: [
      {
        kind: 'base',
        name: '沙湾水乡渔菜基地',
        under: [
          {
            kind: 'department',
            name: '养殖部',
            code: 'SW-YZ',
            leader: '陈水生',
            staff: [
              { name: '陈水生', title: '养殖主管' },
              { name: '麦秋红', title: '水质检测员' },
              { name: '郭永健', title: '投喂员' },
            ],
          },
          { kind: 'department', name: '设备维护组', code: 'SW-SB', leader: '邓卓文', staff: [{ name: '邓卓文', title: '机电工程师' }] },
        ],
      },
      { kind: 'department', name: '财务部', code: 'SC-CW', leader: '苏敏仪', staff: [{ name: '苏敏仪', title: '会计' }] },
    ],
  },
  {
    kind: 'company',
    name: '沃垄果蔬种植有限公司',
    code: 'WL-GS',
    leader: '梁志远',
    staff: [{ name: '黄启明', title: '采购经理' }],
    under: [
      {
        kind: 'base',
        name: '莲花山荔枝基地',
        under: [
          {
            kind: 'department',
            name: '果园管理部',
            code: 'LHS-GY',
            leader: '罗伟强',
            staff: [
              { name: '罗伟强', title: '农艺师' },
              { name: '区小燕', title: '采收组长' },
            ],
          },
        ],
      },
      {
        kind: 'base',
        name: '大岗稻渔共作基地',
        under: [{ kind: 'department', name: '稻作部', code: 'DG-DZ', leader: '冯国梁', staff: [{ name: '冯国梁', title: '稻作技术员' }] }],
      },
    ],
  },
]

/** The organisation of the demo's enterprise. */
export async function writeOrganization(client: pg.ClientBase): Promise<void> {
  const one = async (text: string, values: readonly unknown[]) =>
    (await client.query<{ id: number }>(text, values as unknown[])).rows[0]?.id ?? null
  const known = new Map<string, number>()
  async function person(name: string): Promise<number> {
    const before =
      known.get(name) ??
      (await one(
        `select u.id from furrow.app_user u join furrow.membership m on m.user_id = u.id where u.demo and m.tenant_id = $1 and u.real_name = $2`,
        [TENANT, name],
      ))
    if (before !== null) return before
    // A colleague has a place and no role: nothing is open to them.
    const made = await one(
      `insert into furrow.app_user (login_name, real_name, password_hash, current_tenant_id, default_tenant_id, demo)
       select 'staff-' || $2::int, $1, password_hash, $3, $3, true from furrow.app_user where demo and login_name = 'admin' returning id`,
      [name, known.size + 1, TENANT],
    )
    await client.query('insert into furrow.membership (tenant_id, user_id) values ($1, $2)', [TENANT, made])
    known.set(name, made!)
    return made!
  }
  async function write(unit: Unit, parentId: number, sort: number): Promise<void> {
    const leader = unit.leader === undefined ? null : await person(unit.leader)
    const id =
      unit.kind === 'base'
        ? await one(
            `update furrow.org_unit set parent_id = $3, sort = $4, leader_id = $5
             where tenant_id = $1 and area_id = (select id from furrow.area where tenant_id = $1 and area_name = $2) returning id`,
            [TENANT, unit.name, parentId, sort, leader],
          )
        : await one(
            `insert into furrow.org_unit (tenant_id, kind, parent_id, name, code, sort, leader_id) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
            [TENANT, unit.kind, parentId, unit.name, unit.code ?? null, sort, leader],
          )
    // A base that somebody has renamed or deleted meanwhile is theirs.
    if (id === null) return
    for (const { name, title } of unit.staff ?? [])
      await client.query('update furrow.membership set unit_id = $3, title = $4 where tenant_id = $1 and user_id = $2', [
        TENANT,
        await person(name),
        id,
        title,
      ])
    for (const [at, inner] of (unit.under ?? []).entries()) await write(inner, id, at + 1)
  }
  const root = await one(`select id from furrow.org_unit where tenant_id = $1 and kind = 'enterprise'`, [TENANT])
  for (const [at, unit] of tree.entries()) await write(unit, root!, at + 1)
  await client.query(
    `update furrow.corporation set english_name = 'Furrow Modern Agriculture Co., Ltd.', credit_code = $2, legal_person = '梁志远',
       address = '广东省广州市番禺区沙湾街道紫坭村', contact = '黄启明', phone = '020-8488 6120' where tenant_id = $1`,
    [TENANT, CREDIT_CODE],
  )
}
