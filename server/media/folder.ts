import { sql } from 'kysely'
import { MOST_FOLDERS, MOST_LEVELS, pictureFolder } from '#contract/media/pictureFolder'
import { besideField, rulesFor } from '../ground/crud/rules.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { folderTree } from './folderTree.ts'

/** One change of a tenant's folders at a time: two moves that would close a ring together each look right alone. */
export const lockFolders = ({ raw, tenantId }: Scope) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`furrow.folders.${tenantId}`}, 0))`.execute(raw)

const foldersOf = (scope: Scope) =>
  scope.select('picture_folder').select(['picture_folder.id', 'picture_folder.parent_id as parentId']).execute()

/** Folders of the library: no circle, a few levels. One that holds something is not deleted, by the foreign keys of what it holds. */
export const folderRules = rulesFor(pictureFolder, {
  table: 'picture_folder',
  order: 'folderName',
  oldestFirst: true,
  beforeLock: lockFolders,

  async beforeSave({ scope, asking, values, old }) {
    const { parentId } = values
    const folders = await foldersOf(scope)
    if (old === null && folders.length >= MOST_FOLDERS) throw new CallFailure('error.picture.mostFolders', { most: MOST_FOLDERS })
    const { isUnder, levelOf, heightOf } = folderTree(folders)
    if (parentId !== null && old !== null && isUnder(parentId, old.id))
      throw besideField(asking, 'error.picture.circle', 'parentId', 'folderCircle')
    const levels = (parentId === null ? 0 : levelOf(parentId)) + (old === null ? 1 : heightOf(old.id))
    if (levels > MOST_LEVELS) throw besideField(asking, 'error.picture.deep', 'parentId', 'folderDeep', { most: MOST_LEVELS })
    return {}
  },

  async describe(scope, rows) {
    const { rows: counted } = await sql<{ id: number; pictures: number }>`select folder_id as id, count(*)::int as pictures from picture
      where tenant_id = ${scope.tenantId} and folder_id is not null group by folder_id`.execute(scope.raw)
    const direct = new Map(counted.map(({ id, pictures }) => [id, pictures]))
    const { sumUnder } = folderTree(await foldersOf(scope))
    return rows.map(({ id }) => ({ pictures: direct.get(id) ?? 0, allPictures: sumUnder(id, (one) => direct.get(one) ?? 0) }))
  },
})
