interface Placed {
  readonly unitId: number
  readonly parentId: number | null
  readonly areaId: number | null
}

/**
 * What of a tree belongs to these bases: `within` are the bases and what is under them, `shown` these and what is above them, so that it is
 * seen where they stand.
 */
export function seenUnits(units: readonly Placed[], areas: readonly number[]): { within: Set<number>; shown: Set<number> } {
  const byId = new Map(units.map((unit) => [unit.unitId, unit]))
  const own = new Set(units.flatMap(({ unitId, areaId }) => (areaId !== null && areas.includes(areaId) ? [unitId] : [])))
  const within = new Set<number>()
  const shown = new Set<number>()
  for (const { unitId } of units) {
    const path = pathOf(byId, unitId)
    if (!path.some((one) => own.has(one))) continue
    within.add(unitId)
    for (const one of path) shown.add(one)
  }
  return { within, shown }
}

/** A unit and all that is above it, the nearest first. */
function pathOf(byId: ReadonlyMap<number, Placed>, unitId: number): number[] {
  const path: number[] = []
  for (let at = byId.get(unitId); at !== undefined; at = at.parentId === null ? undefined : byId.get(at.parentId)) path.push(at.unitId)
  return path
}
