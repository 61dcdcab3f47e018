import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import type { Taken } from './intake.ts'
import type { FileQuota } from './quota.ts'
import { type FileStorage, keyOf } from './storage.ts'

/** More than an upload takes from its first byte to its row. */
const ON_ITS_WAY_MS = 24 * 3_600_000
/** What of a body is not the file is within this. */
export const FIELDS_BYTES = 8192

export type FileRow = Selectable<Database['file']>

export interface Keeping {
  readonly tenantId: number
  /** null: a device brought it. */
  readonly ownerId: number | null
  readonly inTenant: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>
  /** Is committed with the file, or the file is not kept. */
  readonly also?: (scope: Scope, row: FileRow) => Promise<void>
}
export interface FileKeeper {
  /** Puts a file that was taken in into the store, and its row beside it. Throws CallFailure where there is no room, or what `also` throws. */
  keep(taken: Taken, to: Keeping): Promise<FileRow>
}

export function fileKeeper({ storage, quota, clock }: { storage: FileStorage; quota: FileQuota; clock: () => number }): FileKeeper {
  async function refuse(scope: Scope, row: FileRow): Promise<void> {
    await refuseStranger(scope, row)
    await quota.refuse(scope, row.bytes)
  }
  return {
    async keep(taken, { tenantId, ownerId, inTenant, also }) {
      const row: FileRow = {
        id: randomUUID(),
        tenant_id: tenantId,
        owner_id: ownerId,
        bucket: taken.bucket,
        name: taken.fileName,
        kind: taken.kind,
        content_type: taken.contentType,
        bytes: taken.bytes,
        sha256: taken.sha256,
        width: taken.width,
        height: taken.height,
        attachment_id: taken.attachmentUuid,
        created_at: clock(),
      }
      // What is in the store is known at every moment, as a loose file or as a file: an end in between leaves nothing for ever.
      await inTenant(async (scope) => {
        await refuse(scope, row)
        await scope.insert('loose_file', [{ id: row.id, due: clock() + ON_ITS_WAY_MS }]).execute()
      })
      await storage.put(keyOf(tenantId, row.id), taken)
      try {
        await inTenant(async (scope) => {
          await refuse(scope, row)
          await scope.insert('file', [row]).execute()
          await scope.remove('loose_file').where('loose_file.id', '=', row.id).execute()
          await also?.(scope, row)
        })
      } catch (cause) {
        await storage.remove(keyOf(tenantId, row.id)).catch(() => undefined)
        throw cause
      }
      return row
    },
  }
}

/** Attachments are added by whoever began them: a uuid that somebody saw must not let them add to a colleague's notice. */
async function refuseStranger(scope: Scope, { attachment_id, owner_id }: FileRow): Promise<void> {
  if (attachment_id == null) return
  const others = await scope
    .select('file')
    .select('file.id')
    .where('file.attachment_id', '=', attachment_id)
    .where('file.owner_id', '!=', owner_id)
    .limit(1)
    .execute()
  if (others.length > 0) throw new CallFailure('error.permission.denied')
}
