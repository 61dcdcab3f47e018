import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrganizationTree, Unit } from '#contract/organization/unit'
import { branchesOf, keyOfPerson, keyOfUnit, rowsOf, UNPLACED } from '#src/screens/organization/tree/branches.ts'
import { mayPut } from '#src/screens/organization/tree/mayMove.ts'

const unit = (unitId: number, kind: Unit['kind'], parentId: number | null, name = `Unit ${unitId}`): Unit => ({
  unitId,
  kind,
  parentId,
  name,
  code: null,
  areaId: kind === 'base' ? unitId : null,
  leaderId: null,
  objectVersionNumber: 1,
})
const person = (userId: number, unitId: number | null, realName = `Person ${userId}`) => ({
  userId,
  realName,
  title: userId % 2 === 0 ? 'Grower' : null,
  unitId,
  leaderId: null,
  objectVersionNumber: 1,
})
const farm: OrganizationTree = {
  units: [unit(1, 'enterprise', null), unit(2, 'company', 1), unit(3, 'base', 2), unit(4, 'department', 3), unit(5, 'department', 2)],
  staff: [person(10, 4), person(11, 3), person(12, null)],
}
const open = () => true

describe('the branches of a tree', () => {
  test('count what is under each, and know the way up', () => {
    const branches = branchesOf(farm)
    expect(branches.count(keyOfUnit(1))).toEqual({ units: 4, people: 2, direct: 0 })
    expect(branches.count(keyOfUnit(3))).toEqual({ units: 1, people: 2, direct: 1 })
    expect(branches.path(4)).toEqual(['Unit 1', 'Unit 2', 'Unit 3', 'Unit 4'])
    expect([branches.isWithin(4, 2), branches.isWithin(2, 4), branches.isWithin(4, 4)]).toEqual([true, false, true])
    expect(branches.roots).toEqual([keyOfUnit(1), UNPLACED])
  })

  test('are shown line by line, people before units, each with its place among its sisters', () => {
    const rows = rowsOf(branchesOf(farm), open)
    expect(rows.map(({ key, level }) => [key, level])).toEqual([
      [keyOfUnit(1), 1],
      [keyOfUnit(2), 2],
      [keyOfUnit(3), 3],
      [keyOfPerson(11), 4],
      [keyOfUnit(4), 4],
      [keyOfPerson(10), 5],
      [keyOfUnit(5), 3],
      [UNPLACED, 1],
      [keyOfPerson(12), 2],
    ])
    expect(rows.find(({ key }) => key === keyOfUnit(5))).toMatchObject({ position: 2, size: 2, isOpen: null })
    expect(rowsOf(branchesOf(farm), (_, level) => level < 2)).toHaveLength(4)
  })

  test('of a search show what is called so, by name, code or position, with all that is above it', () => {
    const rows = rowsOf(branchesOf(farm), () => false, ' ＧＲ\u200bＯＷ ')
    expect(rows.map(({ key }) => key)).toEqual([
      keyOfUnit(1),
      keyOfUnit(2),
      keyOfUnit(3),
      keyOfUnit(4),
      keyOfPerson(10),
      UNPLACED,
      keyOfPerson(12),
    ])
    expect(rowsOf(branchesOf(farm), open, 'nobody')).toEqual([])
    expect(rowsOf(branchesOf(farm), () => false, '\u200b ')).toEqual(rowsOf(branchesOf(farm), () => false))
  })

  test('lose nobody: open, they show every unit and person once, whatever the tree', () => {
    const trees = fc.array(fc.nat(), { maxLength: 30 }).chain((parents) =>
      fc.record({
        units: fc.constant<Unit[]>([unit(1, 'enterprise', null), ...parents.map((up, at) => unit(at + 2, 'company', (up % (at + 1)) + 1))]),
        staff: fc
          .array(fc.option(fc.nat(parents.length)), { maxLength: 30 })
          .map((places) => places.map((at, nth) => person(100 + nth, at === null ? null : at + 1))),
      }),
    )
    fc.assert(
      fc.property(trees, (tree) => {
        const branches = branchesOf(tree)
        const shown = rowsOf(branches, open).map(({ key }) => key)
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown).toHaveLength(branches.nodes.size)
        expect(branches.count(keyOfUnit(1)).people).toBe(tree.staff.filter(({ unitId }) => unitId !== null).length)
      }),
    )
  })
})

test('nothing is put where the server would refuse it: ORG-01 to ORG-03, under itself, or where it stands already', () => {
  const branches = branchesOf(farm)
  const may = (key: string, target: number | null) => mayPut(branches, branches.nodes.get(key)!, branches.unit(target) ?? null)
  expect([may(keyOfUnit(5), 3), may(keyOfUnit(5), 1), may(keyOfUnit(5), 2), may(keyOfUnit(5), 5)]).toEqual([true, false, false, false])
  expect([may(keyOfUnit(3), 1), may(keyOfUnit(3), 4), may(keyOfUnit(2), 1)]).toEqual([true, false, false])
  expect([may(keyOfPerson(10), 1), may(keyOfPerson(10), 2), may(keyOfPerson(10), null), may(keyOfPerson(12), null)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(may(UNPLACED, 2)).toBe(false)
})
