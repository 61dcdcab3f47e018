import { mayStandUnder, UNIT_DEPTH, type UnitKind } from '#contract/organization/unitKinds'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { seenUnits } from './seenUnits.ts'

interface UnitRow {
  readonly unitId: number
  readonly kind: UnitKind
  readonly parentId: number | null
  readonly areaId: number | null
  readonly name: string | null
  readonly code: string | null
  readonly leaderId: number | null
  readonly version: number
}

/** The tree while somebody changes it, who has `oneChange`. */
export interface Places {
  readonly all: readonly UnitRow[]
  readonly unit: (id: number) => UnitRow | undefined
  /** Sisters in their order. */
  readonly under: (parentId: number) => UnitRow[]
  /** Throws CallFailure error.notFound, .permission.denied for who sees some bases only, .version.stale. */
  readonly find: (id: number, version: number) => UnitRow
  /** The parent under which a unit of this kind may stand; throws CallFailure error.organization.*. `height` counts the unit and what is under it. */
  readonly parent: (id: number, kind: UnitKind, height?: number) => UnitRow
  /** How many units stand below one another from this one down. */
  readonly height: (id: number) => number
  /** Whether one unit is another, or stands somewhere under it. */
  readonly isWithin: (id: number, other: number) => boolean
  /** A person whom the caller sees; throws as `find`. */
  readonly mayPlace: (unitId: number | null) => void
}

export async function placesOf(scope: Scope): Promise<Places> {
  const rows = await scope
    .select('org_unit')
    .select([
      'org_unit.id as unitId',
      'org_unit.kind as kind',
      'org_unit.parent_id as parentId',
      'org_unit.area_id as areaId',
      'org_unit.name as name',
      'org_unit.code as code',
      'org_unit.leader_id as leaderId',
      'org_unit.object_version_number as version',
    ])
    .orderBy('org_unit.sort')
    .orderBy('org_unit.id')
    .execute()
  const all = rows as (Omit<(typeof rows)[number], 'kind'> & { kind: UnitKind })[]
  const byId = new Map(all.map((row) => [row.unitId, row]))
  const children = Map.groupBy(all, ({ parentId }) => parentId)
  const { shown, within } = scope.areas === null ? { shown: null, within: null } : seenUnits(all, scope.areas)
  const unit = (id: number) => (shown === null || shown.has(id) ? byId.get(id) : undefined)
  const under = (parentId: number) => children.get(parentId) ?? []
  const height = (id: number): number => 1 + Math.max(0, ...under(id).map(({ unitId }) => height(unitId)))
  const depth = (id: number): number => {
    const parentId = byId.get(id)?.parentId ?? null
    return parentId === null ? 1 : 1 + depth(parentId)
  }
  const isWithin = (id: number, other: number): boolean => {
    const parentId = byId.get(id)?.parentId ?? null
    return id === other || (parentId !== null && isWithin(parentId, other))
  }
  // Who sees some bases only reads the tree: what they changed would reach beyond them.
  const mustSeeAll = () => {
    if (scope.areas !== null) throw new CallFailure('error.permission.denied')
  }
  return {
    all,
    unit,
    under,
    height,
    isWithin,
    find(id, version) {
      const row = unit(id)
      if (row === undefined) throw notFound()
      mustSeeAll()
      if (row.version !== version) throw new CallFailure('error.version.stale')
      return row
    },
    parent(id, kind, tall = 1) {
      const row = unit(id)
      if (row === undefined) throw new CallFailure('error.organization.parentUnknown')
      mustSeeAll()
      if (!mayStandUnder(kind, row.kind))
        throw new CallFailure(kind === 'department' ? 'error.organization.departmentPlace' : 'error.organization.companyPlace')
      if (depth(id) + tall > UNIT_DEPTH) throw new CallFailure('error.organization.deep', { max: UNIT_DEPTH })
      return row
    },
    mayPlace(unitId) {
      if (within !== null && (unitId === null || !within.has(unitId))) throw notFound()
      mustSeeAll()
    },
  }
}
