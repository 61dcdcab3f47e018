import { type Attachment, MAX_ATTACHMENT_MB } from '#contract/core/document'
import type { FailureCode } from '#contract/core/failure'
import { fileUrlOf } from '#contract/media/files'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import type { FileGuard } from '../files/fences.ts'
import { sayUses } from '../files/uses.ts'
import type { Asking } from '../http/handler.ts'
import { say } from '../words.ts'

const MB = 1024 * 1024

/** A file as the document's row names it. */
export interface KeptAttachment {
  readonly id: string
  readonly name: string
}

const filesOf = async (scope: Scope, ids: readonly string[]) => {
  const rows =
    ids.length === 0
      ? []
      : await scope
          .select('file')
          .select(['file.id', 'file.name', 'file.bytes', 'file.attachment_id', 'file.owner_id'])
          .where('file.id', 'in', ids)
          .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

/**
 * The files that a document is to have, each once. Throws CallFailure beside their input where one is gone, or too big. What the document did
 * not have `before` is one that the caller may read: else to attach it would open it.
 */
export async function takeAttachments(
  scope: Scope,
  asking: Asking,
  { given, before, mayRead }: { given: readonly string[]; before: readonly KeptAttachment[]; mayRead: FileGuard },
): Promise<KeptAttachment[]> {
  const { language } = asking

  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const found = await filesOf(scope, ids)
  const refuse = (code: FailureCode, params: Record<string, number> = {}) =>
    new CallFailure(code, params, { attachments: say(language, `errors:${code}`, params) })
  if (found.length < ids.length) throw refuse('error.file.gone')
  for (const file of found)
    if (!before.some(({ id }) => id === file.id) && !(await mayRead(scope, asking, file))) throw refuse('error.file.gone')
  if (found.some(({ bytes }) => bytes >= MAX_ATTACHMENT_MB * MB)) throw refuse('error.file.fileTooBig', { max: MAX_ATTACHMENT_MB })
  return found.map(({ id, name }) => ({ id, name }))
}

/** Says which files a document uses from now on, in the transaction that writes its row. */
export async function sayAttachments(
  { raw, tenantId }: Scope,
  documentId: number,
  now: readonly KeptAttachment[],
  before: readonly KeptAttachment[],
): Promise<void> {
  const naming = (all: readonly KeptAttachment[]) => ({ texts: all.map(({ id }) => fileUrlOf(tenantId, id)) })
  await sayUses(raw, { tenantId, table: 'document', id: documentId }, naming(now), naming(before))
}

/** The files of a document as they are answered. */
export async function describeAttachments(scope: Scope, kept: readonly KeptAttachment[]): Promise<Attachment[]> {
  const files = await filesOf(
    scope,
    kept.map(({ id }) => id),
  )
  return files.map(({ id, name, bytes }) => ({ id, fileName: name, fileUrl: fileUrlOf(scope.tenantId, id), bytes }))
}
