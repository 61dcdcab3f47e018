import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type FileKind, fileUrlOf, type StoredFile } from '#contract/media/files'
import type { Database } from '../database/schema.ts'
import { inTenant, type Scope } from '../database/scope.ts'
import { CallFailure, notFound } from '../failure.ts'
import type { Asking, Handlers } from '../http/handler.ts'
import { answerBytes } from './answerBytes.ts'
import type { Intake } from './intake.ts'
import type { FileLinks } from './links.ts'
import { isPicture, type Pictures } from './pictures.ts'
import type { FileQuota } from './quota.ts'
import { type FileStorage, keyOf } from './storage.ts'

/** More than an upload takes from its first byte to its row. */
const ON_ITS_WAY_MS = 24 * 3_600_000
/** What of a body is not the file is within this. */
const FIELDS_BYTES = 8192

type FileRow = Selectable<Database['file']>

const storedOf = (row: FileRow): StoredFile => ({
  id: row.id,
  fileUrl: fileUrlOf(row.tenant_id, row.id),
  fileName: row.name,
  kind: row.kind as FileKind,
  contentType: row.content_type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  attachmentUuid: row.attachment_id,
})

async function fileOf(scope: Scope, id: string): Promise<FileRow> {
  const row = await scope.select('file').selectAll().where('file.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export interface FileParts {
  readonly storage: FileStorage
  readonly intake: Intake
  readonly pictures: Pictures
  readonly links: FileLinks
  readonly quota: FileQuota
  readonly requestDb: Kysely<Database>
  readonly clock: () => number
}

export function fileHandlers({ storage, intake, pictures, links, quota, requestDb, clock }: FileParts): {
  file: Handlers<CallGroups['file']>
} {
  const open = ({ tenant_id, id }: FileRow) => {
    const key = keyOf(tenant_id, id)
    return (range: { start: number; end: number }) => storage.open(key, range)
  }
  const contentOf = (row: FileRow, asking: Pick<Asking, 'header' | 'headOnly'>) =>
    answerBytes({ contentType: row.content_type, name: row.name, bytes: row.bytes, etag: `"${row.sha256}"`, open: open(row) }, asking)

  async function refuse(scope: Scope, row: FileRow): Promise<void> {
    await refuseStranger(scope, row)
    await quota.refuse(scope, row.bytes)
  }

  return {
    file: {
      async upload(_, asking) {
        // Said before a long body is waited for.
        const coming = Number(asking.header('content-length') ?? 0) - FIELDS_BYTES
        await asking.inTenant((scope) => quota.refuse(scope, coming))
        const { tenantId } = asking.grant
        return intake.take({ tenantId, language: asking.language, parts: asking.parts() }, async (taken) => {
          const row: FileRow = {
            id: randomUUID(),
            tenant_id: tenantId,
            owner_id: asking.caller.userId,
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
          await asking.inTenant(async (scope) => {
            await refuse(scope, row)
            await scope.insert('loose_file', [{ id: row.id, due: clock() + ON_ITS_WAY_MS }]).execute()
          })
          await storage.put(keyOf(tenantId, row.id), taken)
          try {
            await asking.inTenant(async (scope) => {
              await refuse(scope, row)
              await scope.insert('file', [row]).execute()
              await scope.remove('loose_file').where('loose_file.id', '=', row.id).execute()
            })
          } catch (cause) {
            await storage.remove(keyOf(tenantId, row.id)).catch(() => undefined)
            throw cause
          }
          return storedOf(row)
        })
      },

      async attachments({ params }, asking) {
        const rows = await asking.inTenant((scope) =>
          scope
            .select('file')
            .selectAll()
            .where((file) => file.or([file('file.attachment_id', '=', params.uuid), file('file.id', '=', params.uuid)]))
            .orderBy('file.created_at')
            .orderBy('file.id')
            .execute(),
        )
        if (rows.length === 0) throw notFound()
        return rows.map(storedOf)
      },

      async content({ params }, asking) {
        return contentOf(await asking.inTenant((scope) => fileOf(scope, params.uuid)), asking)
      },

      async image({ params, query }, asking) {
        const row = await asking.inTenant((scope) => fileOf(scope, params.uuid))
        if (!isPicture(row.content_type)) throw new CallFailure('error.file.noPicture')
        const read = () => open(row)({ start: 0, end: row.bytes - 1 })
        const drawn = await pictures.of({ tenantId: row.tenant_id, id: row.id, contentType: row.content_type, read }, query)
        const etag = `"${row.sha256.slice(0, 32)}-${query.width}x${query.height}-${query.mode}"`
        return answerBytes({ ...drawn, name: row.name, etag, open: null }, asking)
      },

      async link({ params }, asking) {
        const row = await asking.inTenant((scope) => fileOf(scope, params.uuid))
        const { key, expiresAt } = links.make({ tenantId: row.tenant_id, id: row.id })
        return { url: `/hfle/v1/linked-files/${key}`, expiresAt }
      },

      async linked({ params }, asking) {
        const linked = links.read(params.key)
        if (!linked) throw notFound()
        const who = { tenantId: linked.tenantId, userId: 0, areas: null }
        return contentOf(await inTenant(requestDb, who, (scope) => fileOf(scope, linked.id)), asking)
      },
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
