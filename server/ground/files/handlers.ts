import type { Kysely } from 'kysely'
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
import type { FileGuard } from './fences.ts'
import { type FileKeeper, type FileRow, FIELDS_BYTES } from './keep.ts'
import type { FileQuota } from './quota.ts'
import { type FileStorage, keyOf } from './storage.ts'

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

async function keptOf(scope: Scope, id: string): Promise<FileRow> {
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
  readonly keeper: FileKeeper
  readonly requestDb: Kysely<Database>
  readonly mayRead: FileGuard
}

export function fileHandlers({ storage, intake, pictures, links, quota, keeper, requestDb, mayRead }: FileParts): {
  file: Handlers<CallGroups['file']>
} {
  const open = ({ tenant_id, id }: FileRow) => {
    const key = keyOf(tenant_id, id)
    return (range: { start: number; end: number }) => storage.open(key, range)
  }
  /** A file that the caller may read; what nobody shows the caller is not there. */
  const fileOf = (asking: Asking, id: string) =>
    asking.inTenant(async (scope) => {
      const row = await keptOf(scope, id)
      if (!(await mayRead(scope, asking, row))) throw notFound()
      return row
    })
  const contentOf = (row: FileRow, asking: Pick<Asking, 'header' | 'headOnly'>) =>
    answerBytes({ contentType: row.content_type, name: row.name, bytes: row.bytes, etag: `"${row.sha256}"`, open: open(row) }, asking)

  return {
    file: {
      async upload(_, asking) {
        // Said before a long body is waited for.
        const coming = Number(asking.header('content-length') ?? 0) - FIELDS_BYTES
        await asking.inTenant((scope) => quota.refuse(scope, coming))
        const { tenantId } = asking.grant
        return intake.take({ tenantId, language: asking.language, parts: asking.parts() }, async (taken) =>
          storedOf(await keeper.keep(taken, { tenantId, ownerId: asking.caller.userId, inTenant: asking.inTenant })),
        )
      },

      async attachments({ params }, asking) {
        const rows = await asking.inTenant(async (scope) => {
          const kept = await scope
            .select('file')
            .selectAll()
            .where((file) => file.or([file('file.attachment_id', '=', params.uuid), file('file.id', '=', params.uuid)]))
            .orderBy('file.created_at')
            .orderBy('file.id')
            .execute()
          const readable: FileRow[] = []
          for (const row of kept) if (await mayRead(scope, asking, row)) readable.push(row)
          return readable
        })
        if (rows.length === 0) throw notFound()
        return rows.map(storedOf)
      },

      async content({ params }, asking) {
        return contentOf(await fileOf(asking, params.uuid), asking)
      },

      async image({ params, query }, asking) {
        const row = await fileOf(asking, params.uuid)
        if (!isPicture(row.content_type)) throw new CallFailure('error.file.noPicture')
        const read = () => open(row)({ start: 0, end: row.bytes - 1 })
        const drawn = await pictures.of({ tenantId: row.tenant_id, id: row.id, contentType: row.content_type, read }, query)
        const etag = `"${row.sha256.slice(0, 32)}-${query.width}x${query.height}-${query.mode}"`
        return answerBytes({ ...drawn, name: row.name, etag, open: null }, asking)
      },

      async link({ params }, asking) {
        const row = await fileOf(asking, params.uuid)
        const { key, expiresAt } = links.make({ tenantId: row.tenant_id, id: row.id })
        return { url: `/hfle/v1/linked-files/${key}`, expiresAt }
      },

      async linked({ params }, asking) {
        const linked = links.read(params.key)
        if (!linked) throw notFound()
        const who = { tenantId: linked.tenantId, userId: 0, areas: null }
        return contentOf(await inTenant(requestDb, who, (scope) => keptOf(scope, linked.id)), asking)
      },
    },
  }
}
