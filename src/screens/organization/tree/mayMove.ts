import type { Unit } from '#contract/organization/unit'
import { mayHoldStaff, mayStandUnder } from '#contract/organization/unitKinds'
import type { Branches, Node } from './branches.ts'

/** Whether something may be put under a unit, or (null) among those without a place: the server asks the same. */
export function mayPut(branches: Branches, node: Node, target: Unit | null): boolean {
  if (node.is === 'unplaced') return false
  if (node.is === 'staff') return node.person.unitId !== (target?.unitId ?? null) && (target === null || mayHoldStaff(target.kind))
  const { unit } = node
  return (
    target !== null &&
    unit.parentId !== target.unitId &&
    mayStandUnder(unit.kind, target.kind) &&
    !branches.isWithin(target.unitId, unit.unitId)
  )
}

export const mayLeave = (node: Node): boolean => node.is === 'staff' || (node.is === 'unit' && node.unit.kind !== 'enterprise')
