import { fileUrlOf, parseFileUrl } from '#contract/media/files'
import { parsePanoramaImages } from '#contract/panoramas/picture'
import type { Scope } from '../../ground/database/scope.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Language } from '../../ground/words.ts'

/**
 * The addresses of the files that a cover is of: an uploaded picture, or what was made of a panorama. Fails with error.vr.cover beside the
 * field where it is neither, or of another tenant.
 */
export async function filesOfCover(scope: Scope, language: Language, field: string, cover: string): Promise<string[]> {
  if (cover === '' || parseFileUrl(cover)?.tenantId === scope.tenantId) return [cover]
  const named = parsePanoramaImages(cover)
  const picture =
    named?.tenantId === scope.tenantId
      ? await scope
          .select('panorama_picture')
          .select(['panorama_picture.id', 'panorama_picture.pack_id'])
          .where('panorama_picture.id', '=', named.pictureId)
          .executeTakeFirst()
      : undefined
  if (!picture) throw besideField(language, field, 'error.vr.cover')
  return [picture.id, ...(picture.pack_id === null ? [] : [picture.pack_id])].map((file) => fileUrlOf(scope.tenantId, file))
}
