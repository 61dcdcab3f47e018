import type { Scope } from '../database/scope.ts'
import type { Asking } from '../http/handler.ts'
import type { FileRow } from './keep.ts'
import { type FencedTable, isFenced } from './uses.ts'

/** Whether the caller may read one of these rows of a table whose files are not everybody's. */
export type FileFence = (scope: Scope, asking: Asking, ids: readonly number[]) => Promise<boolean>
export type FileFences = Readonly<Record<FencedTable, FileFence>>

/** Whether the caller may read a file of the own tenant. */
export type FileGuard = (scope: Scope, asking: Asking, file: Pick<FileRow, 'id' | 'attachment_id' | 'owner_id'>) => Promise<boolean>

/**
 * Whoever signed in to the tenant reads what its rows show (pictures, avatars). What a fenced row alone uses is read by those who may
 * read that row. What nothing uses yet, or any more, is its uploader's.
 */
export function fileGuard(fences: FileFences): FileGuard {
  return async (scope, asking, { id, attachment_id: together, owner_id: owner }) => {
    const uses = await scope
      .select('file_use')
      .select(['file_use.holder', 'file_use.holder_id'])
      .where((use) =>
        use.or([use('file_use.file_id', '=', id), ...(together === null ? [] : [use('file_use.attachment_id', '=', together)])]),
      )
      .execute()
    if (uses.length === 0) return owner === null || owner === asking.caller.userId
    const held = new Map<FencedTable, number[]>()
    for (const { holder, holder_id: row } of uses) {
      if (!isFenced(holder)) return true
      held.set(holder, [...(held.get(holder) ?? []), row])
    }
    for (const [holder, ids] of held) if (await fences[holder](scope, asking, ids)) return true
    return false
  }
}
