import { type Selectable, sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { fileUrlOf } from '#contract/media/files'
import { MOST_PANORAMAS, type Panorama, TWO_TO_ONE_WITHIN } from '#contract/panoramas/panorama'
import { parsePanoramaImages } from '#contract/panoramas/picture'
import type { Context } from '../../ground/contents.ts'
import { containing } from '../../ground/database/containing.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { FIELDS_BYTES } from '../../ground/files/keep.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import type { Language } from '../../ground/words.ts'
import { setMaking } from '../cube/make.ts'
import { addressesOf, holdPicture, pictureColumns, type PictureRow, standingOf } from '../pictures.ts'
import { lockTours } from './asked.ts'

type Row = Selectable<Database['panorama']> &
  Pick<PictureRow, 'state' | 'progress' | 'why' | 'index' | 'width' | 'height'> & { scenes: number }

/** Panoramas: what is uploaded, made and shown in scenes. */
export function panoramaHandlers({ live, files, clock }: Pick<Context, 'live' | 'files' | 'clock'>): Handlers<CallGroups['panorama']> {
  const tell = (tenantId: number, id: number) => live.changed(tenantId, 'panorama', id, null)

  return {
    async upload(_, asking) {
      // Said before a long body is waited for.
      const coming = Number(asking.header('content-length') ?? 0) - FIELDS_BYTES
      await asking.inTenant((scope) => files.quota.refuse(scope, coming))
      const { tenantId } = asking.grant
      return files.takePanorama({ tenantId, language: asking.language, parts: asking.parts() }, async (taken) => {
        const { width, height } = taken
        if (width === null || height === null || Math.abs(width / height / 2 - 1) > TWO_TO_ONE_WITHIN)
          throw new CallFailure('error.panorama.notTwoToOne', { width: width ?? 0, height: height ?? 0 })
        const { id } = await files.keeper.keep(taken, {
          tenantId,
          ownerId: asking.caller.userId,
          inTenant: asking.inTenant,
          async also(scope, file) {
            await scope.insert('panorama_picture', [{ id: file.id, width, height, created_at: Math.floor(clock()) }]).execute()
            await setMaking(scope.raw, tenantId, file.id, clock())
          },
        })
        return addressesOf(tenantId, id)
      })
    },

    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        let rows = listed(scope)
        if (query.enabledFlag !== undefined) rows = rows.where('panorama.enabled_flag', '=', query.enabledFlag)
        if (query.panoramaName?.trim()) rows = rows.where('panorama.name', '~', containing(query.panoramaName))
        const page = await readPage(query, rows, (all) => shown(all).orderBy('panorama.id', 'desc'))
        return { ...page, content: page.content.map((row) => toPanorama(row, asking.language)) }
      }),

    get: ({ params }, asking) => asking.inTenant((scope) => panoramaOf(scope, asking.language, params.id)),

    async add({ body }, asking) {
      const made = await asking.inTenant(async (scope) => {
        const named = parsePanoramaImages(body.panoramaImages)
        const { tenantId } = scope
        const picture =
          named?.tenantId === tenantId
            ? await scope
                .select('panorama_picture')
                .selectAll('panorama_picture')
                .where('panorama_picture.id', '=', named.pictureId)
                .forNoKeyUpdate('panorama_picture')
                .executeTakeFirst()
            : undefined
        if (!picture) throw besideField(asking.language, 'panoramaImages', 'error.record.unknown')
        await lockTours(scope)
        const { n } = await scope
          .select('panorama')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (n >= MOST_PANORAMAS) throw new CallFailure('error.panorama.most', { most: MOST_PANORAMAS })
        const { id } = await scope
          .insert('panorama', [{ picture_id: picture.id, name: body.panoramaName.trim() }])
          .returning('panorama.id')
          .executeTakeFirstOrThrow()
        await holdPicture(scope.raw, id, picture)
        return panoramaOf(scope, asking.language, id)
      })
      tell(asking.grant.tenantId, made.panoramaId)
      return made
    },

    async edit({ body }, asking) {
      const changed = await asking.inTenant(async (scope) => {
        const before = await panoramaOf(scope, asking.language, body.panoramaId)
        const row = await scope
          .update('panorama')
          .set({
            name: body.panoramaName.trim(),
            enabled_flag: body.enabledFlag,
            object_version_number: sql<number>`object_version_number + 1`,
          })
          .where('panorama.id', '=', before.panoramaId)
          .where('panorama.object_version_number', '=', body.objectVersionNumber)
          .returning('panorama.id')
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        return panoramaOf(scope, asking.language, row.id)
      })
      tell(asking.grant.tenantId, changed.panoramaId)
      return changed
    },

    async again({ params }, asking) {
      const panorama = await asking.inTenant(async (scope) => {
        const row = await scope.select('panorama').select('panorama.picture_id').where('panorama.id', '=', params.id).executeTakeFirst()
        if (!row) throw notFound()
        const failed = await scope
          .update('panorama_picture')
          .set({ state: 'making', progress: 0, why: null })
          .where('panorama_picture.id', '=', row.picture_id)
          .where('panorama_picture.state', '=', 'failed')
          .returning('panorama_picture.id')
          .executeTakeFirst()
        if (failed) await setMaking(scope.raw, scope.tenantId, failed.id, clock())
        return panoramaOf(scope, asking.language, params.id)
      })
      tell(asking.grant.tenantId, panorama.panoramaId)
      return panorama
    },

    async remove({ params: { id } }, asking) {
      await asking.inTenant(async (scope) => {
        await lockTours(scope)
        const panorama = await panoramaOf(scope, asking.language, id)
        if (panorama.scenes > 0) throw new CallFailure('error.panorama.used')
        await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'panorama', id }, { texts: [] }, { texts: [panorama.fileUrl] })
        await scope.remove('panorama').where('panorama.id', '=', id).execute()
      })
      tell(asking.grant.tenantId, id)
      return 1
    },
  }
}

const listed = (scope: Scope) =>
  scope
    .select('panorama')
    .innerJoin('panorama_picture', (join) =>
      join.onRef('panorama_picture.id', '=', 'panorama.picture_id').on('panorama_picture.tenant_id', '=', scope.tenantId),
    )
const shown = (rows: ReturnType<typeof listed>) =>
  rows
    .selectAll('panorama')
    .select(pictureColumns)
    .select(['panorama_picture.width', 'panorama_picture.height'])
    .select(
      sql<number>`(select count(*)::int from panorama_scene s where s.tenant_id = panorama.tenant_id and s.panorama_id = panorama.id)`.as(
        'scenes',
      ),
    )

async function panoramaOf(scope: Scope, language: Language, id: number): Promise<Panorama> {
  const row = await shown(listed(scope)).where('panorama.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return toPanorama(row, language)
}

const toPanorama = (row: Row, language: Language): Panorama => ({
  panoramaId: row.id,
  panoramaName: row.name,
  ...addressesOf(row.tenant_id, row.picture_id),
  ...standingOf(row, language),
  width: row.width,
  height: row.height,
  fileUrl: fileUrlOf(row.tenant_id, row.picture_id),
  enabledFlag: row.enabled_flag,
  scenes: row.scenes,
  creationDate: row.created_at ?? 0,
  objectVersionNumber: row.object_version_number,
})
