import { PASSAGE_MAX } from '#contract/core/field'
import { seed } from '#contract/farm/seed'
import { parseFileUrl } from '#contract/media/files'
import { besideField, rulesFor } from '../ground/crud/rules.ts'
import { cleanPassage, textOfHtml } from '../ground/html/cleanHtml.ts'

/** The HTML of a passage as it is kept; null where it says nothing. */
function kept(html: string | null): string | null {
  const clean = cleanPassage(html ?? '')
  return textOfHtml(clean, 1) === '' ? null : clean
}

/** Seeds: what everybody may read of them is clean before it is kept, and their pictures are files of their tenant. */
export const seedRules = rulesFor(seed, {
  table: 'seed',

  async beforeSave({ scope, asking, values }) {
    const { farmingPractices, productAttributes } = values
    const cleaned = {
      farmingPractices: farmingPractices.map((one) => ({ ...one, name: one.name.trim(), description: kept(one.description) })),
      productAttributes: productAttributes.map((one) => ({
        ...one,
        name: one.name.trim(),
        enName: one.enName?.trim() || null,
        description: kept(one.description),
      })),
    }
    const isForeign = (url: string | null) => url !== null && parseFileUrl(url)?.tenantId !== scope.tenantId
    if (isForeign(values.imageUrl)) throw besideField(asking, 'error.input.invalid', 'imageUrl', 'url')
    for (const [name, passages] of Object.entries(cleaned)) {
      if (passages.some(({ imageUrl }) => isForeign(imageUrl))) throw besideField(asking, 'error.input.invalid', name, 'url')
      // Cleaning may write a sign in more letters: what could not be saved again is not kept.
      if (passages.some(({ description }) => (description?.length ?? 0) > PASSAGE_MAX))
        throw besideField(asking, 'error.input.invalid', name, 'tooLong')
    }
    return cleaned
  },

  async describe(scope, rows) {
    const crops = await scope
      .select('variety')
      .innerJoin('crop', (join) => join.onRef('crop.id', '=', 'variety.crop_id').onRef('crop.tenant_id', '=', 'variety.tenant_id'))
      .select(['variety.id as varietyId', 'crop.crop_name as cropName', 'crop.crop_en_name as corpEnName'])
      .where('variety.id', 'in', [...new Set(rows.map((row) => row['variety_id'] as number))])
      .execute()
    return rows.map((row) => {
      const { cropName = null, corpEnName = null } = crops.find(({ varietyId }) => varietyId === row['variety_id']) ?? {}
      return { cropName, corpEnName }
    })
  },
})
