import { Readable } from 'node:stream'
import type { CallGroups } from '#contract/calls'
import { CLARITY, STREAM_PATH } from '#contract/cameras/stream'
import { fileUrlOf } from '#contract/media/files'
import { shownItems } from '../../devices/itemRows.ts'
import type { Context } from '../../ground/contents.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { sayUses } from '../../ground/files/uses.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { cameraOf, openCameraOf } from '../cameraRows.ts'
import { deskOf } from '../desk.ts'
import { CameraTrouble, type Quality } from '../drivers/driver.ts'

/** What a camera shows: live, as a picture of now, and the values that are written over it. */
export function streamHandlers(context: Context): Handlers<CallGroups['cameraStream']> {
  const { clock, files, live, log } = context
  const desk = deskOf(context)
  return {
    async live({ body: { cameraId, clarity } }, asking) {
      const row = await asking.inTenant((scope) => openCameraOf(scope, cameraId))
      desk.mustHaveProgram()
      const asked: Quality = clarity === CLARITY.hd ? 'hd' : 'sd'
      desk.mustHaveRoom(row.id, asked)
      const { userId, sessionId } = asking.caller
      const { tenantId } = asking.grant
      const ticketOf = (quality: Quality) => desk.tickets.make({ userId, sessionId, tenantId, cameraId: row.id, quality })
      const [sd, hd] = [ticketOf('sd'), ticketOf('hd')]
      return {
        url: `${STREAM_PATH}?ticket=${sd}`,
        hdUrl: `${STREAM_PATH}?ticket=${hd}`,
        clarity,
        accessToken: asked === 'hd' ? hd : sd,
        deviceSerial: row.eui,
        cameraName: row.name,
      }
    },

    async capture({ params: { id } }, asking) {
      const { tenantId } = asking.grant
      const row = await asking.inTenant((scope) => openCameraOf(scope, id))
      const source = await desk.sourceOf(id)
      if (source === null) throw notFound()
      const bytes = await desk.picture(tenantId, source).catch((cause: unknown) => {
        if (!(cause instanceof CameraTrouble)) throw cause
        log.info({ camera: id, fault: cause.fault }, 'a camera gave no picture')
        desk.said(id, cause.fault)
        throw new CallFailure('error.camera.noPicture', { why: `cameras:fault.${cause.fault}` })
      })
      const takenAt = clock()
      const name = `${row.eui}-${new Date(takenAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.jpg`
      const from = { tenantId, language: asking.language, bytes: Readable.from([bytes]), name, bucket: 'cameras' }
      const kept = await files.takePicture(from, (taken) =>
        files.keeper.keep(taken, {
          tenantId,
          ownerId: asking.caller.userId,
          inTenant: asking.inTenant,
          async also(scope, file) {
            const before = await scope.raw
              .selectFrom('camera')
              .select('picture_url')
              .where('tenant_id', '=', tenantId)
              .where('device_id', '=', id)
              .forNoKeyUpdate()
              .executeTakeFirst()
            if (!before) throw notFound()
            const fileUrl = fileUrlOf(tenantId, file.id)
            await scope.raw
              .updateTable('camera')
              .set({ picture_url: fileUrl, picture_at: takenAt })
              .where('tenant_id', '=', tenantId)
              .where('device_id', '=', id)
              .execute()
            await sayUses(scope.raw, { tenantId, table: 'camera', id }, { texts: [fileUrl] }, { texts: [before.picture_url] })
          },
        }),
      )
      live.changed(tenantId, 'camera', id, row.area_id)
      return { fileUrl: fileUrlOf(tenantId, kept.id), takenAt }
    },

    data: ({ params: { id } }, asking) =>
      asking.inTenant(async (scope) => {
        const { gateway_id: contentratorId, area_id: areaId } = await cameraOf(scope, id)
        // Whoever the camera alone is shared with sees no values of its base.
        if (contentratorId === null || !scope.sees(areaId)) return { contentratorId: null, items: [] }
        const items = await shownItems(scope, asking.language, contentratorId)
        return {
          contentratorId,
          items: items.map((item) => ({ itemId: item.id, name: item.name, unit: item.unit, value: item.newestData, ts: item.newestTime })),
        }
      }),
  }
}
