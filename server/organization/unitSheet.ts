import type { OrganizationTree, Unit } from '#contract/organization/unit'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { say } from '../ground/words.ts'
import { readTree } from './unitRows.ts'

const HEADS = ['where', 'kind', 'code', 'leader', 'person', 'staffTitle'] as const

/** Units as they stand in the tree, each with what it is called from the root on. */
function inTree({ units }: OrganizationTree): { unit: Unit; where: string[] }[] {
  const children = Map.groupBy(units, ({ parentId }) => parentId)
  const below = (parentId: number | null, where: readonly string[]): { unit: Unit; where: string[] }[] =>
    (children.get(parentId) ?? []).flatMap((unit) => {
      const path = [...where, unit.name]
      return [{ unit, where: path }, ...below(unit.unitId, path)]
    })
  return below(null, [])
}

/** The tree as a spreadsheet: a line a person, and one for a unit in which nobody works. */
export async function unitSheet(asking: Asking, foreign: Services['foreign']) {
  const { language, grant } = asking
  const word = (key: string) => say(language, `organization:unit.${key}`)
  const tree = await asking.inTenant(readTree)
  const names = new Map(tree.staff.map(({ userId, realName }) => [userId, realName]))
  const staff = Map.groupBy(tree.staff, ({ unitId }) => unitId)
  const rows = inTree(tree).flatMap(({ unit, where }) => {
    const leader = unit.leaderId === null ? null : (names.get(unit.leaderId) ?? word('somebodyGone'))
    const told = [where.join(word('sheet.under')), word(`kind.${unit.kind}`), unit.code, leader]
    const people = staff.get(unit.unitId) ?? []
    return people.length === 0 ? [[...told, null, null]] : people.map(({ realName, title }) => [...told, realName, title])
  })
  const unplaced = (staff.get(null) ?? []).map(({ realName, title }) => [word('unplaced'), null, null, null, realName, title])
  return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
    title: word('title'),
    heads: HEADS.map((head) => word(`sheet.${head}`)),
    rows: Buffer.from(JSON.stringify([...rows, ...unplaced])),
  }))
}
