import type { PictureFolder } from '#contract/media/pictureFolder'
import type { TreeLine } from '#src/ui/Tree.tsx'

/** The lines that are no folders: every picture, and those that are in none. */
export const ALL = 'all'
export const UNFILED = '0'

type Placed = Pick<PictureFolder, 'folderId' | 'parentId'>

/** The folders as lines, each under the one that it stands in; `closed` hides what is in it. */
export function folderLines(folders: readonly Placed[], closed: ReadonlySet<string>): TreeLine[] {
  const children = Map.groupBy(folders, ({ parentId }) => parentId)
  const under = (parentId: number | null, level: number): TreeLine[] => {
    const sisters = children.get(parentId) ?? []
    return sisters.flatMap(({ folderId }, at) => {
      const key = String(folderId)
      const isOpen = children.has(folderId) ? !closed.has(key) : null
      // The two lines before them are sisters of those at the top.
      const before = parentId === null ? 2 : 0
      const line = { key, level, position: at + 1 + before, size: sisters.length + before, isOpen }
      return [line, ...(isOpen === true ? under(folderId, level + 1) : [])]
    })
  }
  const size = (children.get(null) ?? []).length + 2
  const fixed = [ALL, UNFILED].map((key, at) => ({ key, level: 1, position: at + 1, size, isOpen: null }))
  return [...fixed, ...under(null, 1)]
}

/** Whether a folder may be moved into another: not into itself, nor into what stands in it. */
export function mayStandIn(folders: readonly Placed[], folderId: number, parentId: number): boolean {
  const parents = new Map(folders.map((one) => [one.folderId, one.parentId]))
  if (!parents.has(parentId) || parents.get(folderId) === parentId) return false
  for (let at: number | null = parentId; at !== null; at = parents.get(at) ?? null) if (at === folderId) return false
  return true
}

/** Every folder with what it stands in, for a choice. */
export function folderPaths(folders: readonly PictureFolder[]): { readonly id: number; readonly path: string }[] {
  const byId = new Map(folders.map((one) => [one.folderId, one]))
  const pathOf = ({ folderName, parentId }: PictureFolder): string => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    return parent === undefined ? folderName : `${pathOf(parent)} / ${folderName}`
  }
  return folders.map((one) => ({ id: one.folderId, path: pathOf(one) })).toSorted((one, other) => one.path.localeCompare(other.path))
}
