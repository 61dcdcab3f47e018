import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type DrawnPicture, UPLOAD_LIMITS } from '#contract/insects/picture'
import { fileUrlOf } from '#contract/media/files'
import { hashSecret } from '../ground/broker/secret.ts'
import type { Context } from '../ground/contents.ts'
import { readPage } from '../ground/database/page.ts'
import { inTenant, type Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { queueIdentification } from './identify.ts'
import { modelName } from './model.ts'
import { drawnById, findToChange, pictureRows, toPictures } from './pictureRows.ts'
import { mustKnow } from './insectTypes.ts'

/** How long an answer waits for a picture to be identified, ms. */
const PATIENCE_MS = 10_000
const LOOK_MS = 100
/** A lamp's clock may be so far off. */
const CLOCK_MS = 5 * 60_000
const LIFE_MS = UPLOAD_LIMITS.seconds * 1000

interface NewPicture {
  readonly deviceId: number | null
  readonly uploadId: string | null
  readonly file: { readonly id: string; readonly width: number | null; readonly height: number | null }
  readonly takenAt: number
  readonly now: number
}

async function addPicture(scope: Scope, { deviceId, uploadId, file, takenAt, now }: NewPicture): Promise<number> {
  const fileUrl = fileUrlOf(scope.tenantId, file.id)
  const { id } = await scope
    .insert('insect_picture', [
      {
        device_id: deviceId,
        upload_id: uploadId,
        file_id: file.id,
        file_url: fileUrl,
        width: file.width!,
        height: file.height!,
        taken_at: takenAt,
        received_at: now,
      },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'insect_picture', id }, { texts: [fileUrl] })
  await queueIdentification(scope.raw, scope.tenantId, { pictureId: id, run: 1 }, now)
  return id
}

/** Pictures of lamps come in at the address that a command handed out; people bring theirs as files. */
export function insectPictureHandlers(context: Context): Handlers<CallGroups['insectPicture']> {
  const { serviceDb, requestDb, files, clock, live, config } = context

  /** The open address of a token. Fails with error.upload.unknown, error.upload.used or error.upload.late. */
  async function openUpload(tenantId: number, eui: string, key: string) {
    const found = await serviceDb
      .selectFrom('insect_upload as u')
      .innerJoin('device as d', 'd.id', 'u.device_id')
      .select(['u.id', 'u.tenant_id', 'u.device_id', 'u.expires_at', 'u.used_at', 'd.eui', 'd.area_id', 'd.enabled_flag'])
      .where('u.token_hash', '=', hashSecret(key))
      .executeTakeFirst()
    // Nobody is told of another's address that it is there.
    if (!found || found.tenant_id !== tenantId || found.eui !== eui || found.enabled_flag !== 1)
      throw new CallFailure('error.upload.unknown')
    if (found.used_at !== null) throw new CallFailure('error.upload.used')
    if (found.expires_at <= clock()) throw new CallFailure('error.upload.late')
    return found
  }

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const rows = pictureRows(scope, asking).where('insect_picture.device_id', 'is', null)
        const page = await readPage(query, rows, (all) =>
          all.orderBy('insect_picture.received_at', 'desc').orderBy('insect_picture.id', 'desc'),
        )
        return { ...page, content: await toPictures(scope, page.content as never) }
      }),
    get: ({ params }, asking) => asking.inTenant((scope) => drawnById(scope, asking, params.id)),
    standing: (_, asking) =>
      asking.inTenant(async (scope) => {
        const { n } = await scope
          .select('insect_picture')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('state', '=', 'waiting')
          .executeTakeFirstOrThrow()
        return { model: modelName(config.insectModel), waiting: n }
      }),

    async identify({ body }, asking) {
      const { tenantId } = asking.grant
      const now = clock()
      const id = await asking.inTenant(async (scope) => {
        const file = await scope
          .select('file')
          .select(['file.id', 'file.width', 'file.height', 'file.content_type'])
          .where('file.id', '=', body.fileId)
          .where('file.owner_id', '=', asking.caller.userId)
          .executeTakeFirst()
        if (!file) throw new CallFailure('error.notFound')
        if (!['image/jpeg', 'image/png'].includes(file.content_type) || file.width === null) throw new CallFailure('error.file.noPicture')
        return addPicture(scope, { deviceId: null, uploadId: null, file, takenAt: now, now })
      })
      live.changed(tenantId, 'insectPicture', id, null)
      return whenIdentified(asking, id)
    },

    async upload({ params, query }, asking) {
      const tenantId = params.tenantId
      const {
        id: uploadId,
        device_id: deviceId,
        area_id: areaId,
        expires_at: expires,
      } = await openUpload(tenantId, params.imei, params.key)
      const inOwnTenant = <T>(work: (scope: Scope) => Promise<T>) => inTenant(requestDb, { tenantId, userId: 0, areas: null }, work)
      const name = `${params.imei}-${new Date(clock()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`
      let made: number | null = null
      const from = { tenantId, language: asking.language, bytes: asking.bytes(), name, bucket: 'insects' }
      await files.takePicture(from, (taken) =>
        files.keeper.keep(taken, {
          tenantId,
          ownerId: null,
          inTenant: inOwnTenant,
          async also(scope, file) {
            const now = clock()
            if (now >= expires) throw new CallFailure('error.upload.late')
            const burnt = await scope
              .update('insect_upload')
              .set({ used_at: now })
              .where('insect_upload.id', '=', uploadId)
              .where('insect_upload.used_at', 'is', null)
              .returning('insect_upload.id')
              .executeTakeFirst()
            if (!burnt) throw new CallFailure('error.upload.used')
            const isTold = query.takenAt != null && query.takenAt <= now + CLOCK_MS && query.takenAt >= expires - LIFE_MS - CLOCK_MS
            made = await addPicture(scope, { deviceId, uploadId, file, takenAt: isTold ? query.takenAt! : now, now })
          },
        }),
      )
      live.changed(tenantId, 'insectPicture', made, areaId)
      return { pictureId: made! }
    },
  }
}

/** The picture once it is identified, or as it stands after ten seconds. */
export async function whenIdentified(asking: Asking, id: number): Promise<DrawnPicture> {
  for (const until = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    const one = await asking.inTenant((scope) => drawnById(scope, asking, id))
    if (one.state !== 'waiting' || performance.now() > until) return one
  }
}

interface Drawn {
  readonly pictureId: number
  readonly objectVersionNumber: number
  readonly boxes: readonly { x: number; y: number; w: number; h: number; insectTypeId: number | null }[]
}

/** Says which insects are on a picture. Fails with error.version.stale, error.picture.boxOutside or error.insect.typeUnknown. */
export async function drawBoxes({ live }: Pick<Context, 'live'>, asking: Asking, { pictureId, objectVersionNumber, boxes }: Drawn) {
  const { drawn, areaId } = await asking.inTenant(async (scope) => {
    const found = await findToChange(scope, asking, pictureId)
    const row = await scope
      .select('insect_picture')
      .select(['width', 'height', 'object_version_number'])
      .where('insect_picture.id', '=', found.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.object_version_number !== objectVersionNumber) throw new CallFailure('error.version.stale')
    const outside = boxes.findIndex(({ x, y, w, h }) => x + w > row.width || y + h > row.height)
    if (outside >= 0) throw new CallFailure('error.picture.boxOutside', { nth: outside + 1 })
    await mustKnow(
      scope,
      boxes.map(({ insectTypeId }) => insectTypeId),
    )
    const round = row.object_version_number
    if (boxes.length > 0)
      await sql`insert into insect_box (tenant_id, picture_id, round, x, y, w, h, insect_type_id)
        select ${scope.tenantId}, ${found.id}, ${round}, b.x, b.y, b.w, b.h, b."insectTypeId"
        from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as b(x int, y int, w int, h int, "insectTypeId" bigint)`.execute(scope.raw)
    await scope
      .update('insect_picture')
      .set({ drawn_round: round, drawn_by: asking.caller.userId, object_version_number: round + 1 })
      .where('insect_picture.id', '=', found.id)
      .execute()
    return { drawn: await drawnById(scope, asking, found.id), areaId: found.area_id }
  })
  live.changed(asking.grant.tenantId, 'insectPicture', pictureId, areaId)
  return drawn
}

/** Has the machine look again; what people drew is kept. */
export async function reIdentify({ live, clock }: Pick<Context, 'live' | 'clock'>, asking: Asking, pictureId: number) {
  const { drawn, areaId } = await asking.inTenant(async (scope) => {
    const found = await findToChange(scope, asking, pictureId)
    const { run } = await scope
      .update('insect_picture')
      .set({ state: 'waiting', reason: null, run: sql<number>`run + 1` })
      .where('insect_picture.id', '=', found.id)
      .returning('run')
      .executeTakeFirstOrThrow()
    await queueIdentification(scope.raw, scope.tenantId, { pictureId: found.id, run }, clock())
    return { drawn: await drawnById(scope, asking, found.id), areaId: found.area_id }
  })
  live.changed(asking.grant.tenantId, 'insectPicture', pictureId, areaId)
  return drawn
}
