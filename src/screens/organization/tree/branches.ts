import { folded, holds } from '#contract/core/alike'
import type { OrganizationTree, Staff, Unit } from '#contract/organization/unit'

/** A unit or a person of the tree, by a key of its own; people without a place stand in a branch of theirs. */
export type Node =
  | { readonly key: string; readonly is: 'unit'; readonly unit: Unit; readonly name: string }
  | { readonly key: string; readonly is: 'staff'; readonly person: Staff; readonly name: string }
  | { readonly key: typeof UNPLACED; readonly is: 'unplaced'; readonly name: '' }
export const UNPLACED = 'unplaced'
export const keyOfUnit = (unitId: number) => `unit ${unitId}`
export const keyOfPerson = (userId: number) => `person ${userId}`

export interface Count {
  readonly units: number
  readonly people: number
  readonly direct: number
}
/** A tree, ready to be asked. */
export interface Branches {
  readonly nodes: ReadonlyMap<string, Node>
  readonly roots: readonly string[]
  /** People first, then units, each in their order. */
  readonly under: (key: string) => readonly string[]
  readonly parentOf: (key: string) => string | null
  /** What stands anywhere under a unit: units without itself, people, and those directly in it. */
  readonly count: (key: string) => Count
  readonly unit: (unitId: number | null) => Unit | undefined
  readonly person: (userId: number | null) => Staff | undefined
  /** Names from the root on. */
  readonly path: (unitId: number) => string[]
  /** Whether a unit is another one, or stands somewhere under it. */
  readonly isWithin: (unitId: number, other: number) => boolean
}

const NOTHING: readonly string[] = []

export function branchesOf({ units, staff }: OrganizationTree): Branches {
  const nodes = new Map<string, Node>()
  const children = new Map<string, string[]>()
  const parents = new Map<string, string>()
  const roots: string[] = []
  const put = (node: Node, parent: string | null) => {
    nodes.set(node.key, node)
    if (parent === null) return void roots.push(node.key)
    parents.set(node.key, parent)
    const sisters = children.get(parent)
    if (sisters) sisters.push(node.key)
    else children.set(parent, [node.key])
  }
  for (const person of staff)
    put(
      { key: keyOfPerson(person.userId), is: 'staff', person, name: person.realName },
      person.unitId === null ? UNPLACED : keyOfUnit(person.unitId),
    )
  for (const unit of units)
    put({ key: keyOfUnit(unit.unitId), is: 'unit', unit, name: unit.name }, unit.parentId === null ? null : keyOfUnit(unit.parentId))
  if (children.has(UNPLACED)) put({ key: UNPLACED, is: 'unplaced', name: '' }, null)

  const counts = new Map<string, Count>()
  const count = (key: string): Count => {
    const known = counts.get(key)
    if (known) return known
    let [below, people, direct] = [0, 0, 0]
    for (const one of children.get(key) ?? NOTHING) {
      if (nodes.get(one)!.is === 'staff') direct++
      else {
        const inner = count(one)
        below += 1 + inner.units
        people += inner.people
      }
    }
    const counted = { units: below, people: people + direct, direct }
    counts.set(key, counted)
    return counted
  }
  const unit = (unitId: number | null) => {
    const node = unitId === null ? undefined : nodes.get(keyOfUnit(unitId))
    return node?.is === 'unit' ? node.unit : undefined
  }
  return {
    nodes,
    roots,
    under: (key) => children.get(key) ?? NOTHING,
    parentOf: (key) => parents.get(key) ?? null,
    count,
    unit,
    person(userId) {
      const node = userId === null ? undefined : nodes.get(keyOfPerson(userId))
      return node?.is === 'staff' ? node.person : undefined
    },
    path(unitId) {
      const names: string[] = []
      for (let at = unit(unitId); at !== undefined; at = unit(at.parentId)) names.unshift(at.name)
      return names
    },
    isWithin(unitId, other) {
      for (let at = unit(unitId); at !== undefined; at = unit(at.parentId)) if (at.unitId === other) return true
      return false
    },
  }
}

/** A line of the tree as it is shown. */
export interface TreeRow {
  readonly key: string
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly size: number
  /** Null where nothing is under it. */
  readonly isOpen: boolean | null
}

/** The lines that are shown: what is open; of a search what is called so, with all that is above it. */
export function rowsOf(branches: Branches, isOpen: (key: string, level: number) => boolean, search = ''): TreeRow[] {
  const kept = folded(search) === '' ? null : matching(branches, search)
  const rows: TreeRow[] = []
  const walk = (keys: readonly string[], level: number) => {
    const shown = kept === null ? keys : keys.filter((key) => kept.has(key))
    for (const [at, key] of shown.entries()) {
      const under = branches.under(key)
      const inner = kept === null ? under : under.filter((one) => kept.has(one))
      const opened = inner.length === 0 ? null : kept !== null || isOpen(key, level)
      rows.push({ key, level, position: at + 1, size: shown.length, isOpen: opened })
      if (opened === true) walk(inner, level + 1)
    }
  }
  walk(branches.roots, 1)
  return rows
}

function matching({ nodes, parentOf }: Branches, wanted: string): Set<string> {
  const kept = new Set<string>()
  for (const node of nodes.values()) {
    if (!isCalled(node, wanted)) continue
    for (let key: string | null = node.key; key !== null && !kept.has(key); key = parentOf(key)) kept.add(key)
  }
  return kept
}
/** Whether a node is called so, or has such a code or title. */
export const isCalled = (node: Node, wanted: string): boolean =>
  holds(wanted, node.name, node.is === 'unit' ? node.unit.code : node.is === 'staff' ? node.person.title : null)
