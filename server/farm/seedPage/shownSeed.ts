import { type Kysely, sql } from 'kysely'
import { parseFileUrl } from '#contract/media/files'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { isPicture } from '../../ground/files/pictures.ts'
import { cleanPassage } from '../../ground/html/cleanHtml.ts'

/** A picture of a seed by the id of its file, and its size as it was sent. */
export interface ShownPicture {
  readonly uuid: string
  readonly width: number
  readonly height: number
}
interface ShownPassage {
  readonly name: string
  readonly enName: string | null
  readonly picture: ShownPicture | null
  /** Clean HTML. */
  readonly description: string
}
/** Where a seed is asked for. */
export interface SeedAt {
  readonly tenantId: number
  readonly id: number
}
/** A published seed with all that its page says. */
export interface ShownSeed {
  readonly tenantId: number
  readonly id: number
  readonly tenantName: string
  readonly cropName: string | null
  readonly corpEnName: string | null
  readonly publicity: string | null
  readonly seedName: string
  readonly seedEnName: string | null
  readonly picture: ShownPicture | null
  readonly farmingPractices: readonly ShownPassage[]
  readonly productAttributes: readonly ShownPassage[]
}

const published = (db: Kysely<Database>, { tenantId, id }: SeedAt) =>
  db
    .selectFrom('seed')
    .innerJoin('tenant', 'tenant.id', 'seed.tenant_id')
    .innerJoin('variety', 'variety.id', 'seed.variety_id')
    .leftJoin('crop', (join) => join.onRef('crop.id', '=', 'variety.crop_id').onRef('crop.tenant_id', '=', 'variety.tenant_id'))
    .where('seed.tenant_id', '=', tenantId)
    .where('seed.id', '=', id)
    .where('seed.published', '=', 1)

/** Which rows a published seed is made of now: another text after any change of one of them. Undefined where it is none. */
export async function stampOf(db: Kysely<Database>, at: SeedAt): Promise<string | undefined> {
  const row = await published(db, at)
    .select(sql<string>`concat_ws(' ', seed.xmin, tenant.xmin, variety.xmin, crop.id, crop.xmin)`.as('stamp'))
    .executeTakeFirst()
  return row?.stamp
}

/** A file that a published seed shows; undefined of any other one. */
export const shownFile = (db: Kysely<Database>, { tenantId, id }: SeedAt, uuid: string) =>
  db
    .selectFrom('seed')
    .innerJoin('file_use', (join) =>
      join
        .on('file_use.holder', '=', 'seed')
        .onRef('file_use.holder_id', '=', 'seed.id')
        .onRef('file_use.tenant_id', '=', 'seed.tenant_id'),
    )
    .innerJoin('file', (join) => join.onRef('file.id', '=', 'file_use.file_id').onRef('file.tenant_id', '=', 'seed.tenant_id'))
    .select(['file.bytes', 'file.content_type', 'file.sha256'])
    .where('seed.tenant_id', '=', tenantId)
    .where('seed.id', '=', id)
    .where('seed.published', '=', 1)
    .where('file.id', '=', uuid)
    .executeTakeFirst()

const idIn = (url: string | null) => (url === null ? null : (parseFileUrl(url)?.id ?? null))

/** What is shown of a published seed; undefined where it is none. */
export async function shownSeed(scope: Scope, id: number): Promise<ShownSeed | undefined> {
  const row = await published(scope.raw, { tenantId: scope.tenantId, id })
    .select([
      'seed.seed_name',
      'seed.seed_en_name',
      'seed.image_url',
      'seed.publicity',
      'seed.farming_practices',
      'seed.product_attributes',
    ])
    .select(['tenant.name as tenant_name', 'crop.crop_name', 'crop.crop_en_name'])
    .executeTakeFirst()
  if (!row) return undefined
  const named = [row.image_url, ...[...row.farming_practices, ...row.product_attributes].map(({ imageUrl }) => imageUrl)]
  const uuids = named.flatMap((url) => idIn(url) ?? [])
  const files = await scope
    .select('file')
    .select(['file.id', 'file.width', 'file.height', 'file.content_type'])
    .where(sql<boolean>`file.id = any(${uuids}::uuid[])`)
    .execute()
  const pictures = new Map(
    files.flatMap(({ id: uuid, width, height, content_type: type }) =>
      isPicture(type) && width !== null && height !== null ? [[uuid, { uuid, width, height }] as const] : [],
    ),
  )
  const pictureOf = (url: string | null) => pictures.get(idIn(url) ?? '') ?? null
  const passageOf = (one: { name: string; enName?: string | null; imageUrl: string | null; description: string | null }): ShownPassage => ({
    name: one.name,
    enName: one.enName ?? null,
    picture: pictureOf(one.imageUrl),
    // Clean when it was kept; whatever wrote the row, nothing else is shown.
    description: cleanPassage(one.description ?? ''),
  })
  return {
    tenantId: scope.tenantId,
    id,
    tenantName: row.tenant_name,
    cropName: row.crop_name,
    corpEnName: row.crop_en_name,
    publicity: row.publicity,
    seedName: row.seed_name,
    seedEnName: row.seed_en_name,
    picture: pictureOf(row.image_url),
    farmingPractices: row.farming_practices.map(passageOf),
    productAttributes: row.product_attributes.map(passageOf),
  }
}
