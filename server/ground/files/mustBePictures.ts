import { parseFileUrl } from '#contract/media/files'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import type { Asking } from '../http/handler.ts'
import { say } from '../words.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Refuses addresses (`fileUrl`s) that are none of pictures of this tenant, beside `field`. */
export async function mustBePictures(
  scope: Scope,
  asking: Asking,
  urls: readonly string[],
  field: string,
  refusal = new CallFailure('error.input.invalid', {}, { [field]: say(asking.language, 'errors:field.unknown') }),
): Promise<void> {
  const ids = new Set(
    urls.map((url) => {
      const file = parseFileUrl(url)
      return file?.tenantId === scope.tenantId && UUID.test(file.id) ? file.id : null
    }),
  )
  const named = [...ids].filter((id) => id !== null)
  if (ids.size === 0) return
  const known =
    named.length < ids.size
      ? []
      : await scope.select('file').select('file.id').where('file.id', 'in', named).where('file.content_type', 'like', 'image/%').execute()
  if (known.length < ids.size) throw refusal
}
