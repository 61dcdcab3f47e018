interface Folder {
  readonly id: number
  readonly parentId: number | null
}

/** What follows from who stands under whom. */
export function folderTree(folders: readonly Folder[]) {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  const children = Map.groupBy(folders, ({ parentId }) => parentId)
  /** A folder and those that it stands in, from the nearest on. */
  const wayUp = (id: number): number[] => {
    const parent = parents.get(id) ?? null
    return [id, ...(parent === null ? [] : wayUp(parent))]
  }
  const heightOf = (id: number): number => 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => heightOf(child.id)))
  const sumUnder = (id: number, of: (id: number) => number): number =>
    (children.get(id) ?? []).reduce((sum, child) => sum + sumUnder(child.id, of), of(id))
  return {
    /** Whether a folder is `above`, or stands somewhere in it. */
    isUnder: (id: number, above: number): boolean => wayUp(id).includes(above),
    /** From 1. */
    levelOf: (id: number): number => wayUp(id).length,
    /** How many levels it is with what is in it. */
    heightOf,
    /** Of a folder and all that are in it. */
    sumUnder,
  }
}
