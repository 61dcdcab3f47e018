import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { parseFileUrl } from '#contract/media/files'
import { MOST_PICTURES, MOST_TAGS, type Picture } from '#contract/media/picture'
import type { Context } from '../ground/contents.ts'
import { namesOf } from '../ground/crud/byline.ts'
import { besideField } from '../ground/crud/rules.ts'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { mustBePictures } from '../ground/files/mustBePictures.ts'
import { sayUses } from '../ground/files/uses.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { pictureUses, usesOf } from './uses.ts'

const SORTS = { newest: sql`picture.id desc`, name: sql`lower(picture.picture_name)`, largest: sql`file.bytes desc` } as const

const listed = (scope: Scope) =>
  scope
    .select('picture')
    .innerJoin('file', (join) => join.onRef('file.id', '=', 'picture.file_id').on('file.tenant_id', '=', scope.tenantId))
const shown = (rows: ReturnType<typeof listed>) =>
  rows
    .selectAll('picture')
    .select(['file.content_type', 'file.bytes', 'file.width', 'file.height'])
    .select(sql<number>`(select count(distinct (one.holder, one.holder_id))::int from (${usesOf('picture.file_id')}) one)`.as('uses'))
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

async function toPictures(scope: Scope, rows: readonly Row[]): Promise<Picture[]> {
  const names = await namesOf(scope, [...new Set(rows.flatMap((row) => row.created_by ?? []))])
  return rows.map((row) => ({
    pictureId: row.id,
    pictureName: row.picture_name,
    folderId: row.folder_id,
    tags: row.tags,
    fileUrl: row.file_url,
    contentType: row.content_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    uses: row.uses,
    madeAt: row.created_at,
    madeBy: row.created_by === null ? null : (names.get(row.created_by) ?? null),
    objectVersionNumber: row.object_version_number,
  }))
}

async function pictureOf(scope: Scope, id: number): Promise<Picture> {
  const rows = await shown(listed(scope).where('picture.id', '=', id)).execute()
  if (rows.length === 0) throw notFound()
  return (await toPictures(scope, rows))[0]!
}

/** A folder of the tenant, held until the picture stands in it: it is not deleted meanwhile. */
async function mustBeFolder(scope: Scope, asking: Asking, folderId: number | null | undefined): Promise<void> {
  if (folderId == null) return
  const row = await scope
    .select('picture_folder')
    .select('picture_folder.id')
    .where('picture_folder.id', '=', folderId)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw besideField(asking, 'error.record.unknown', 'folderId', 'unknown')
}

/** The picture library. */
export function pictureHandlers({ live, registry }: Pick<Context, 'live' | 'registry'>): Handlers<CallGroups['picture']> {
  const tell = ({ grant }: Asking, id: number | null) => live.changed(grant.tenantId, 'picture', id, null)
  return {
    page: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        let rows = listed(scope)
        const { search, tag, folderId } = query
        if (search?.trim())
          rows = rows.where((eb) =>
            eb.or([
              eb('picture.picture_name', '~', containing(search)),
              sql<boolean>`exists (select from jsonb_array_elements_text(picture.tags) one where one ~ ${containing(search)})`,
            ]),
          )
        if (tag?.trim()) rows = rows.where(sql<boolean>`picture.tags @> ${JSON.stringify([tag.trim()])}::jsonb`)
        if (folderId !== undefined)
          rows = folderId === 0 ? rows.where('picture.folder_id', 'is', null) : rows.where('picture.folder_id', '=', folderId)
        const page = await readPage(query, rows, (all) => shown(all).orderBy(SORTS[query.sort]).orderBy('picture.id', 'desc'))
        return { ...page, content: await toPictures(scope, page.content) }
      }),

    get: ({ params }, { inTenant }) => inTenant((scope) => pictureOf(scope, params.id)),

    tags: (_, { inTenant }) =>
      inTenant(async ({ raw, tenantId }) => {
        const { rows } = await sql<{ tag: string; pictures: number }>`select one as tag, count(*)::int as pictures
          from picture, jsonb_array_elements_text(picture.tags) one where picture.tenant_id = ${tenantId}
          group by one order by 2 desc, 1 limit 200`.execute(raw)
        return rows
      }),

    uses: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        await pictureOf(scope, params.id)
        return pictureUses(scope, asking, registry, params.id)
      }),

    async add({ body }, asking) {
      const made = await asking.inTenant(async (scope) => {
        await mustBeFolder(scope, asking, body.folderId)
        await mustBePictures(scope, asking, [body.fileUrl], 'fileUrl')
        const { n } = await scope
          .select('picture')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (n >= MOST_PICTURES) throw new CallFailure('error.picture.most', { most: MOST_PICTURES })
        const row = {
          picture_name: body.pictureName.trim(),
          folder_id: body.folderId,
          tags: JSON.stringify(body.tags),
          file_url: body.fileUrl,
          file_id: parseFileUrl(body.fileUrl)!.id,
        }
        // Sent twice it is there once.
        const { id } = await scope
          .insert('picture', [row])
          .onConflict((conflict) => conflict.constraint('picture_once').doUpdateSet({ file_url: body.fileUrl }))
          .returning('picture.id')
          .executeTakeFirstOrThrow()
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'picture', id }, { texts: [body.fileUrl] })
        return pictureOf(scope, id)
      })
      tell(asking, made.pictureId)
      return made
    },

    async edit({ body }, asking) {
      const changed = await asking.inTenant(async (scope) => {
        const before = await pictureOf(scope, body.pictureId)
        if (body.folderId !== before.folderId) await mustBeFolder(scope, asking, body.folderId)
        const row = await scope
          .update('picture')
          .set({
            picture_name: body.pictureName.trim(),
            folder_id: body.folderId,
            tags: JSON.stringify(body.tags),
            object_version_number: sql<number>`object_version_number + 1`,
          })
          .where('picture.id', '=', body.pictureId)
          .where('picture.object_version_number', '=', body.objectVersionNumber)
          .returning('picture.id')
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        return pictureOf(scope, row.id)
      })
      tell(asking, changed.pictureId)
      return changed
    },

    async many({ body }, asking) {
      const ids = [...new Set(body.pictureIds)]
      await asking.inTenant(async (scope) => {
        await mustBeFolder(scope, asking, body.folderId)
        const rows = await scope
          .select('picture')
          .select(['picture.id', 'picture.tags', 'picture.folder_id'])
          .where('picture.id', 'in', ids)
          .orderBy('picture.id')
          .forUpdate()
          .execute()
        if (rows.length < ids.length) throw notFound()
        for (const row of rows) {
          const tags = [...new Set([...row.tags, ...body.addTags])].filter((one) => !body.dropTags.includes(one))
          if (tags.length > MOST_TAGS) throw besideField(asking, 'error.input.invalid', 'addTags', 'tooManyTags', { most: MOST_TAGS })
          const folder = body.folderId === undefined ? row.folder_id : body.folderId
          if (folder === row.folder_id && JSON.stringify(tags) === JSON.stringify(row.tags)) continue
          await scope
            .update('picture')
            .set({ folder_id: folder, tags: JSON.stringify(tags), object_version_number: sql<number>`object_version_number + 1` })
            .where('picture.id', '=', row.id)
            .execute()
        }
      })
      tell(asking, null)
      return ids.length
    },

    async remove({ params: { id }, query }, asking) {
      await asking.inTenant(async (scope) => {
        const row = await scope
          .select('picture')
          .select(['picture.file_url', 'picture.file_id', 'picture.object_version_number as version'])
          .where('picture.id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw notFound()
        if (query.objectVersionNumber !== undefined && query.objectVersionNumber !== row.version)
          throw new CallFailure('error.version.stale')
        // Whoever is about to show it waits here, and holds the file after: nobody's picture goes.
        await scope.select('file').select('file.id').where('file.id', '=', row.file_id).forUpdate().execute()
        const { uses } = await pictureOf(scope, id)
        if (uses > 0) throw new CallFailure('error.picture.used', { count: uses })
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'picture', id }, { texts: [] }, { texts: [row.file_url] })
        await scope.remove('picture').where('picture.id', '=', id).execute()
      })
      tell(asking, id)
      return 1
    },
  }
}
