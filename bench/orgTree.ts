import { type Columns, rowsOf } from '#contract/core/columns'
import { type Staff, type Unit, unitCalls } from '#contract/organization/unit'
import type { Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'

export const PEOPLE = 5000
const COMPANIES = 10
const DEPARTMENTS = 30
const TIMES = 20
const WARMING = 20

/** Ten companies of thirty departments each, and 5,000 people in these, one in ten of whom has a leader of their own. */
export async function arrangeOrganization({ owner }: Product): Promise<void> {
  const name = `org-${Date.now()}`
  const run = (text: string, values: unknown[] = []) => owner.query(text, values)
  const { rows } = await owner.query<{ count: number }>('select count(*)::int as count from membership where tenant_id = 1')
  if (rows[0]!.count >= PEOPLE) return
  await run(
    `insert into org_unit (tenant_id, kind, parent_id, name, sort)
     select 1, 'company', root.id, $1 || ' ' || n, n from org_unit root, generate_series(1, $2::int) n where root.tenant_id = 1 and root.kind = 'enterprise'`,
    [name, COMPANIES],
  )
  await run(
    `insert into org_unit (tenant_id, kind, parent_id, name, sort)
     select 1, 'department', company.id, 'Department ' || n, n from org_unit company, generate_series(1, $2::int) n
     where company.tenant_id = 1 and company.kind = 'company' and company.name like $1 || ' %'`,
    [name, DEPARTMENTS],
  )
  await run(
    `insert into app_user (login_name, real_name, password_hash, demo) select $1 || '-' || n, 'Person ' || (n * 7919 % 100003), 'x', true from generate_series(1, $2::int) n`,
    [name, PEOPLE],
  )
  await run(
    `insert into membership (tenant_id, user_id, unit_id, title)
     select 1, person.id, place.id, 'Grower' from (select id, row_number() over (order by id) - 1 as nth from app_user where login_name like $1 || '-%') person
     join (select id, row_number() over (order by id) - 1 as nth from org_unit where tenant_id = 1 and kind = 'department') place
       on place.nth = person.nth % (select count(*) from org_unit where tenant_id = 1 and kind = 'department')`,
    [name],
  )
  await run(
    `insert into leader_line (tenant_id, user_id, leader_id)
     select 1, person.id, boss.id from app_user person, app_user boss where person.login_name like $1 || '-%0' and boss.login_name = $1 || '-1'`,
    [name],
  )
  for (const one of ['org_unit', 'membership', 'app_user', 'leader_line']) await run(`vacuum analyze ${one}`)
}

/** The organisation of 5,000 people by HTTP, beside (r) the same in plain SQL on one connection past the fence. */
export async function benchOrgTree(product: Product, rounds: number): Promise<string> {
  await arrangeOrganization(product)
  const { access } = await product.signIn('admin')
  const floor = await product.owner.connect()
  await floor.query('set max_parallel_workers_per_gather = 0')
  const asked = async () => {
    const answer = await fetch(`${product.url}${unitCalls.tree.path.replace('{t}', '1')}`, {
      headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'identity' },
    })
    if (answer.status !== 200) throw new Error(await answer.text())
    const { units, staff } = (await answer.json()) as { units: Unit[]; staff: Columns<Staff> }
    return { units, staff: rowsOf(staff) }
  }
  const bare = async () => {
    const units = await floor.query<{ id: number }>(
      `select u.id, u.kind, u.parent_id, coalesce(u.name, a.area_name, t.name) as name, u.code, u.area_id, u.leader_id, u.object_version_number
       from org_unit u join tenant t on t.id = u.tenant_id left join area a on a.id = u.area_id where u.tenant_id = 1 order by u.sort, u.id`,
    )
    const staff = await floor.query<{ id: number }>(
      `select p.id, p.real_name, m.title, m.unit_id, l.leader_id, m.object_version_number from membership m join app_user p on p.id = m.user_id
       left join leader_line l on l.tenant_id = m.tenant_id and l.user_id = m.user_id where m.tenant_id = 1 order by p.real_name, p.id`,
    )
    return { units: units.rows, staff: staff.rows }
  }
  // Both say the same, and neither is measured in its first seconds, before its code is compiled and its plans are known.
  for (let time = 0; time < WARMING; time++) {
    const [told, should] = [await asked(), await bare()]
    const ids = [told.units.map(({ unitId }) => unitId), told.staff.map(({ userId }) => userId)]
    const wanted = [should.units.map(({ id }) => id), should.staff.map(({ id }) => id)]
    if (JSON.stringify(ids) !== JSON.stringify(wanted)) throw new Error('the tree is not what the tables hold')
  }
  const timed = async (work: () => Promise<unknown>): Promise<Figures> => {
    const took: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now()
      await work()
      took.push(performance.now() - began)
    }
    return { tree: took.toSorted((a, b) => a - b)[TIMES >> 1]! }
  }
  const { units, staff } = await asked()
  const seen = await interleave(rounds, { 'by HTTP': () => timed(asked), '(r) plain SQL': () => timed(bare) })
  floor.release()
  return [
    table(`A tree of ${units.length} units and ${staff.length} people (ms)`, seen),
    judge(rounds, seen)('the tree / (r)', seen['by HTTP']['tree']! / seen['(r) plain SQL']['tree']!, 2, 'atMost'),
  ].join('\n')
}
