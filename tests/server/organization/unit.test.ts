import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areaCalls } from '#contract/farm/area'
import { rowsOf } from '#contract/core/columns'
import { unitCalls, type Unit } from '#contract/organization/unit'
import { mayStandUnder, UNIT_DEPTH } from '#contract/organization/unitKinds'
import { inTenant } from '#server/ground/database/scope'
import { leaderOf } from '#server/ground/approvals/people'
import { atOnce, sideBySide } from '../atOnce.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())
beforeEach(async () => {
  await farm.owner.query('update furrow.membership set unit_id = null, title = null')
  await farm.owner.query('delete from furrow.leader_line')
  await farm.owner.query(`with root as (select tenant_id, id from furrow.org_unit where kind = 'enterprise')
    update furrow.org_unit unit set parent_id = root.id, leader_id = null from root where root.tenant_id = unit.tenant_id and unit.kind <> 'enterprise'`)
  await farm.owner.query(`delete from furrow.org_unit where kind in ('company', 'department')`)
})

const at = () => ({ t: farm.t })
const columns = async (client: Client = farm.admin) => (await client.call(unitCalls.tree, { params: at() })).body
const tree = async (client?: Client) => {
  const { units, staff } = await columns(client)
  return { units, staff: rowsOf(staff) }
}
const unitOf = async (fits: (unit: Unit) => boolean) => (await tree()).units.find(fits)!
const root = () => unitOf(({ kind }) => kind === 'enterprise')
const base = (name: string) => unitOf((unit) => unit.kind === 'base' && unit.name === name)
const add = async (kind: 'company' | 'department', name: string, parentId: number, more: object = {}) =>
  (await farm.admin.call(unitCalls.create, { params: at(), body: { kind, name, parentId, ...more } })).body
const move = async (unit: Unit, parentId: number, beforeId: number | null = null, client: Client = farm.admin) => {
  const { unitId, objectVersionNumber } = unit
  return client.call(unitCalls.move, { params: at(), body: { unitId, parentId, beforeId, objectVersionNumber } })
}
const place = async (userId: number, unitId: number | null, more: { title?: string; leaderId?: number | null } = {}) => {
  const person = (await tree()).staff.find((one) => one.userId === userId)!
  return farm.admin.call(unitCalls.staff, {
    params: at(),
    body: { leaderId: person.leaderId, ...more, userId, unitId, objectVersionNumber: person.objectVersionNumber },
  })
}
const somebody = async (name: string) => (await farm.build.aUser({ tenantId: farm.t, real_name: name })).id
const leader = async (userId: number, level = 1) =>
  (await inTenant(farm.services.requestDb, { tenantId: farm.t, userId: 0, areas: null }, (scope) => leaderOf(scope, userId, level)))
    ?.userId ?? null

describe('the tree', () => {
  test('begins with the enterprise, which comes with the tenant, and holds the bases, which are called as they are where they are managed', async () => {
    const enterprise = await root()
    expect(enterprise).toMatchObject({ name: farm.tenant.name, parentId: null })
    const params = at()
    const made = (await farm.admin.call(areaCalls.create, { params, body: { areaName: 'East', areaNum: 'EAST' } })).body
    expect(await base('East')).toMatchObject({ areaId: made.areaId, parentId: enterprise.unitId })
    const body = { ...made, areaName: 'Far east', areaCenter: null, latlng: null }
    expect((await farm.admin.call(areaCalls.update, { params, body })).status).toBe(200)
    const renamed = await base('Far east')
    expect(renamed.areaId).toBe(made.areaId)

    // While something stands under it, the base stays.
    const office = await add('department', 'Office', renamed.unitId)
    const version = { areaId: made.areaId, objectVersionNumber: 2 }
    const remove = () => farm.admin.call(areaCalls.remove, { params, body: version })
    expect((await remove()).body.code).toBe('error.organization.hasUnits')
    await move(office, (await base('North')).unitId)
    const bo = await somebody('Bo')
    await place(bo, renamed.unitId)
    expect((await remove()).body.code).toBe('error.organization.hasStaff')
    await place(bo, null)
    expect((await remove()).status).toBe(200)
    expect(await base('Far east')).toBeUndefined()
  })

  test('has departments under companies, bases and departments (ORG-01), companies and bases under the enterprise and companies (ORG-02)', async () => {
    const enterprise = await root()
    const company = await add('company', 'Green fields', enterprise.unitId)
    const north = await base('North')
    const department = await add('department', 'Growing', company.unitId)
    const parents = { enterprise, company, base: north, department }
    for (const parent of ['enterprise', 'company', 'base', 'department'] as const) {
      for (const kind of ['company', 'department'] as const) {
        const answer = await add(kind, `${kind} of ${parent}`, parents[parent].unitId)
        const refused = kind === 'company' ? 'error.organization.companyPlace' : 'error.organization.departmentPlace'
        expect({ parent, kind, code: answer.code ?? null }).toEqual({ parent, kind, code: mayStandUnder(kind, parent) ? null : refused })
      }
      if (parent === 'base') continue
      const moved = await move(await base('North'), parents[parent].unitId)
      expect(moved.body.code ?? null).toBe(mayStandUnder('base', parent) ? null : 'error.organization.companyPlace')
    }
    expect(mayStandUnder('department', 'enterprise')).toBe(false)
    expect(['company', 'base', 'department'].map((kind) => mayStandUnder('department', kind as 'base'))).toEqual([true, true, true])
    expect(['enterprise', 'company', 'base', 'department'].map((kind) => mayStandUnder('base', kind as 'base'))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('has nobody directly under the enterprise (ORG-03), whichever way they would come there', async () => {
    const enterprise = await root()
    const bo = await somebody('Bo')
    expect((await place(bo, enterprise.unitId)).body.code).toBe('error.organization.staffPlace')
    const [person] = (await tree()).staff.filter(({ userId }) => userId === bo)
    const people = [{ userId: bo, objectVersionNumber: person!.objectVersionNumber }]
    const several = (unitId: number) => farm.admin.call(unitCalls.place, { params: at(), body: { unitId, people } })
    expect((await several(enterprise.unitId)).body.code).toBe('error.organization.staffPlace')
    expect((await several((await base('North')).unitId)).body).toMatchObject([{ userId: bo, title: null }])
  })

  test('is not made a ring, not deeper than it may be, and what is in use stays', async () => {
    const north = await base('North')
    const line: Unit[] = [north]
    for (let depth = 3; depth <= UNIT_DEPTH; depth++) line.push(await add('department', `Level ${depth}`, line.at(-1)!.unitId))
    expect((await add('department', 'Too deep', line.at(-1)!.unitId)).code).toBe('error.organization.deep')
    expect((await move(line[1]!, line.at(-1)!.unitId)).status).toBe(422)
    expect((await move(line[1]!, line[2]!.unitId)).body.code).toBe('error.organization.circle')
    // Under a company the whole branch would be one deeper.
    const company = await add('company', 'Holding', (await root()).unitId)
    expect((await move(await base('North'), company.unitId)).body.code).toBe('error.organization.deep')

    const remove = ({ unitId, objectVersionNumber }: Unit) =>
      farm.admin.call(unitCalls.remove, { params: at(), body: { unitId, objectVersionNumber } })
    expect((await remove(line[1]!)).body.code).toBe('error.organization.hasUnits')
    const bo = await somebody('Bo')
    await place(bo, line.at(-1)!.unitId)
    expect((await remove(line.at(-1)!)).body.code).toBe('error.organization.hasStaff')
    await place(bo, null)
    expect((await remove(line.at(-1)!)).body).toBe(1)
    for (const stays of [await root(), await base('North')]) expect((await remove(stays)).body.code).toBe('error.organization.notHere')
    expect((await move(await root(), company.unitId)).body.code).toBe('error.organization.notHere')
  })

  test('takes no name of a sister, no code of another and no stale change', async () => {
    const north = await base('North')
    const office = await add('department', ' Office ', north.unitId, { code: 'OF' })
    expect(office.name).toBe('Office')
    expect((await add('department', 'office', north.unitId)).fields).toHaveProperty('name')
    expect((await add('department', 'Other', north.unitId, { code: 'OF' })).fields).toHaveProperty('code')
    const change = (given: object) =>
      farm.admin.call(unitCalls.update, { params: at(), body: { ...office, ...given, objectVersionNumber: office.objectVersionNumber } })
    expect((await change({ name: 'The office' })).body).toMatchObject({ name: 'The office', objectVersionNumber: 2 })
    expect((await change({ name: 'Late' })).status).toBe(409)
    expect((await move(office, (await base('South')).unitId)).status).toBe(409)
    expect((await change({ objectVersionNumber: 2, name: null })).status).toBe(409)
    const newest = await unitOf(({ name }) => name === 'The office')
    const body = { ...newest, name: null }
    expect((await farm.admin.call(unitCalls.update, { params: at(), body })).body.fields).toHaveProperty('name')
    // What a base is called is said where it is managed.
    const named = await farm.admin.call(unitCalls.update, { params: at(), body: { ...north, name: 'Renamed', code: 'N' } })
    expect(named.body).toMatchObject({ name: 'North', code: 'N' })
    const bo = await somebody('Bo')
    const person = { userId: bo, unitId: north.unitId, objectVersionNumber: 1 }
    expect((await farm.admin.call(unitCalls.staff, { params: at(), body: person })).status).toBe(200)
    expect((await farm.admin.call(unitCalls.staff, { params: at(), body: person })).status).toBe(409)
  })

  test('keeps sisters in the order in which they were put', async () => {
    const north = await base('North')
    const [one, two, three] = [
      await add('department', 'One', north.unitId),
      await add('department', 'Two', north.unitId),
      await add('department', 'Three', north.unitId),
    ]
    const order = async () => (await tree()).units.filter(({ parentId }) => parentId === north.unitId).map(({ name }) => name)
    expect(await order()).toEqual(['One', 'Two', 'Three'])
    await move(three, north.unitId, one.unitId)
    expect(await order()).toEqual(['Three', 'One', 'Two'])
    await move(one, north.unitId)
    expect(await order()).toEqual(['Three', 'Two', 'One'])
    expect(two.objectVersionNumber).toBe((await unitOf(({ name }) => name === 'Two')).objectVersionNumber)
  })

  test('is seen as far as the bases of a role reach, and changed by who sees all of it', async () => {
    const north = await base('North')
    const south = await base('South')
    const own = await add('department', 'Of north', north.unitId)
    await add('department', 'Of south', south.unitId)
    const [near, far] = [await somebody('Near'), await somebody('Far')]
    await place(near, own.unitId)
    await place(far, south.unitId)
    const seen = await tree(farm.northerner)
    expect(seen.units.map(({ name }) => name).toSorted()).toEqual([farm.tenant.name, 'North', 'Of north'].toSorted())
    expect(seen.staff.map(({ realName }) => realName)).toEqual(['Near'])
    expect((await move(own, north.unitId, null, farm.northerner)).status).toBe(403)
    expect((await move(south, north.unitId, null, farm.northerner)).status).toBe(404)
    expect((await farm.northerner.call(unitCalls.line, { params: at(), query: { userId: far } })).status).toBe(404)
    expect((await farm.northerner.call(unitCalls.line, { params: at(), query: { userId: near } })).status).toBe(200)
  })

  test('is in the audit trail: who made, moved and named whom', async () => {
    const north = await base('North')
    const bo = await somebody('Bo')
    await farm.owner.query('truncate furrow.audit_entry')
    const office = await add('department', 'Office', north.unitId)
    await move(office, (await base('South')).unitId)
    await place(bo, office.unitId, { title: 'Grower', leaderId: null })
    const { rows } = await farm.owner.query(`select kind, verb, title, act, changes from furrow.audit_entry order by id`)
    expect(rows).toMatchObject([
      { kind: 'orgUnit', verb: 'made', title: 'Office', act: 'unit.create', changes: { parent_id: { after: { name: 'North' } } } },
      {
        kind: 'orgUnit',
        verb: 'changed',
        title: 'Office',
        changes: { parent_id: { before: { name: 'North' }, after: { name: 'South' } } },
      },
      { kind: 'member', verb: 'changed', title: 'Bo', changes: { unit_id: { after: { name: 'Office' } }, title: { after: 'Grower' } } },
    ])
  })
})

describe('the line of leaders above a person', () => {
  test('is whoever was named, else who leads the unit, else the nearest above whom somebody else leads', async () => {
    const [bo, head, boss, chief, other] = [
      await somebody('Bo'),
      await somebody('Head'),
      await somebody('Boss'),
      await somebody('Chief'),
      await somebody('Other'),
    ]
    const company = await add('company', 'Fields', (await root()).unitId, { leaderId: chief })
    await move(await base('North'), company.unitId)
    const north = await base('North')
    await farm.admin.call(unitCalls.update, { params: at(), body: { ...north, leaderId: boss } })
    const growing = await add('department', 'Growing', north.unitId, { leaderId: head })
    const inner = await add('department', 'Inner', growing.unitId)
    await place(bo, inner.unitId)
    await place(head, growing.unitId)
    await place(boss, north.unitId)
    await place(chief, company.unitId)
    expect([await leader(bo), await leader(bo, 2), await leader(bo, 3), await leader(bo, 4)]).toEqual([head, boss, chief, null])
    expect((await farm.admin.call(unitCalls.line, { params: at(), query: { userId: bo } })).body).toEqual([
      { userId: head, realName: 'Head', unitId: growing.unitId },
      { userId: boss, realName: 'Boss', unitId: north.unitId },
      { userId: chief, realName: 'Chief', unitId: company.unitId },
    ])
    // Named for one person alone, before those of the units.
    expect((await place(bo, inner.unitId, { leaderId: other })).status).toBe(200)
    expect([await leader(bo), await leader(bo, 2)]).toEqual([other, null])
    expect((await place(chief, company.unitId, { leaderId: bo })).status).toBe(200)
    expect((await place(other, null, { leaderId: chief })).body.code).toBe('error.approval.leaderLoop')
    expect((await place(bo, inner.unitId, { leaderId: null })).status).toBe(200)
    // A line that comes back to somebody ends there: bo, head, boss, chief, bo.
    expect([await leader(bo, 3), await leader(bo, 4)]).toEqual([chief, null])
    // Who leads and is let in no more is passed over, who was named is not.
    await farm.owner.query('update furrow.app_user set enabled = false where id = $1', [head])
    expect(await leader(bo)).toBe(boss)
  })
})

test('the tree, which the database writes, is what is declared, whatever people and units are called', async () => {
  const name = `"O'Neil" \\ </script> \t \n 王小明 🌱 null`
  const userId = await somebody(name)
  const unit = await add('company', 'A "quoted" \\ unit', (await root()).unitId)
  await farm.owner.query('update furrow.membership set unit_id = $2, title = $3 where user_id = $1', [userId, unit.unitId, '\\"'])
  const answer = await columns()
  // What is not declared would be missing after it.
  expect(unitCalls.tree.answer.parse(answer)).toEqual(answer)
  expect(rowsOf(answer.staff).find((one) => one.userId === userId)).toEqual({
    userId,
    realName: name,
    title: '\\"',
    unitId: unit.unitId,
    leaderId: null,
    objectVersionNumber: 1,
  })
  // Without anybody of theirs it is a tree all the same.
  expect((await tree(farm.northerner)).staff).not.toContainEqual(expect.objectContaining({ userId }))
})

describe('two people who change the tree at once', () => {
  test('close no ring: of two moves that would, one is refused', async () => {
    const north = await base('North')
    for (let turn = 0; turn < 5; turn++) {
      const [one, two] = [await add('department', `One ${turn}`, north.unitId), await add('department', `Two ${turn}`, north.unitId)]
      const answers = await atOnce(farm.owner, { table: 'tenant', id: farm.t }, [() => move(one, two.unitId), () => move(two, one.unitId)])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    }
  })

  test('leave a lawful tree after any moves, adding and deleting, two by two at the same instant', async () => {
    const act = fc.record({
      do: fc.constantFrom('move', 'move', 'move', 'move', 'add', 'remove'),
      which: fc.nat(20),
      under: fc.nat(20),
    })
    const pairs = fc.array(fc.tuple(act, act), { minLength: 4, maxLength: 8 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(pairs, async (played) => {
        const north = await base('North')
        runs++
        for (const name of ['A', 'B', 'C']) await add('department', `${name} ${runs}`, north.unitId)
        for (const [nth, pair] of played.entries()) {
          // The newest few: moves that could close a ring are common among them.
          const units = (await tree()).units.toSorted((one, other) => other.unitId - one.unitId).slice(0, 4)
          const answers = await sideBySide<{ status: number }>(
            farm.owner,
            { table: 'tenant', id: farm.t },
            pair.map((one, side) => async () => {
              const unit = units[one.which % units.length]!
              const parent = units[one.under % units.length]!
              if (one.do === 'move') return move(unit, parent.unitId)
              const kind = one.under % 5 === 0 ? 'company' : 'department'
              const body = { kind, name: `New ${runs} ${nth} ${side}`, parentId: parent.unitId }
              if (one.do === 'add') return farm.admin.call(unitCalls.create, { params: at(), body })
              const { unitId, objectVersionNumber } = unit
              return farm.admin.call(unitCalls.remove, { params: at(), body: { unitId, objectVersionNumber } })
            }),
          )
          for (const { status } of answers) expect([200, 404, 409, 422]).toContain(status)
          const after = (await tree()).units
          const byId = new Map(after.map((unit) => [unit.unitId, unit]))
          for (const unit of after) {
            let steps = 0
            for (let up: Unit | undefined = unit; up !== undefined; up = up.parentId === null ? undefined : byId.get(up.parentId)) {
              if (up.parentId === null) expect(up.kind).toBe('enterprise')
              else expect(mayStandUnder(up.kind, byId.get(up.parentId)!.kind)).toBe(true)
              expect(++steps).toBeLessThanOrEqual(UNIT_DEPTH)
            }
          }
        }
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})
