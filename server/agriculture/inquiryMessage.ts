import type { Scope } from '../ground/database/scope.ts'
import type { FileGuard } from '../ground/files/fences.ts'
import { sayUses } from '../ground/files/uses.ts'
import type { Asking } from '../ground/http/handler.ts'
import { takePictures } from './inquiryPictures.ts'
import type { InquiryRow } from './inquiryRows.ts'

/** What somebody wrote. */
export interface Said {
  readonly content: string
  readonly pictures: readonly string[]
}

/** The caller by name, as it is now. */
export async function authorOf({ raw }: Scope, { caller }: Asking): Promise<{ id: number; name: string }> {
  const { real_name: name } = await raw.selectFrom('app_user').select('real_name').where('id', '=', caller.userId).executeTakeFirstOrThrow()
  return { id: caller.userId, name }
}

/** Adds what the caller said to an inquiry; nobody changes it afterwards. Answers who that was. */
export async function addMessage(
  scope: Scope,
  asking: Asking,
  given: {
    of: Pick<InquiryRow, 'id' | 'area_id'>
    kind: 'question' | 'answer'
    said: Said
    at: number
    mayRead: FileGuard
  },
): Promise<{ id: number; name: string }> {
  const { of, kind, said, at, mayRead } = given
  const pictures = await takePictures(scope, asking, said.pictures, mayRead)
  const by = await authorOf(scope, asking)
  const { id } = await scope
    .insert('inquiry_message', [
      {
        area_id: of.area_id,
        inquiry_id: of.id,
        kind,
        content: said.content.trim(),
        pictures: JSON.stringify(pictures),
        author_id: by.id,
        author_name: by.name,
        at,
      },
    ])
    .returning('inquiry_message.id')
    .executeTakeFirstOrThrow()
  await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'inquiry_message', id }, { texts: pictures })
  return by
}
