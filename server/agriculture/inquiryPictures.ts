import { parseFileUrl } from '#contract/media/files'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { FileGuard } from '../ground/files/fences.ts'
import type { Asking } from '../ground/http/handler.ts'
import { say } from '../ground/words.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Pictures that are about to be named by a row of which not everybody sees the files, each once: pictures of this tenant that the caller
 * may read, else to name them would open them. Throws CallFailure beside their input.
 */
export async function takePictures(scope: Scope, asking: Asking, given: readonly string[], mayRead: FileGuard): Promise<string[]> {
  const urls = [...new Set(given)]
  const ids = urls.map((url) => {
    const file = parseFileUrl(url)
    return file?.tenantId === scope.tenantId && UUID.test(file.id) ? file.id : null
  })
  const known = ids.filter((id) => id !== null)
  const files =
    known.length === 0
      ? []
      : await scope
          .select('file')
          .select(['file.id', 'file.attachment_id', 'file.owner_id'])
          .where('file.id', 'in', known)
          .where('file.content_type', 'like', 'image/%')
          .execute()
  const refused = new CallFailure('error.file.gone', {}, { pictures: say(asking.language, 'errors:error.file.gone') })
  if (files.length < urls.length) throw refused
  for (const file of files) if (!(await mayRead(scope, asking, file))) throw refused
  return urls
}
