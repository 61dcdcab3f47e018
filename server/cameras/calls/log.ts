import type { CameraLogEntry, LOG_LEVELS } from '#contract/cameras/log'
import type { CallGroups } from '#contract/calls'
import { parseFileUrl } from '#contract/media/files'
import type { Context } from '../../ground/contents.ts'
import { readPage } from '../../ground/database/page.ts'
import { notFound } from '../../ground/failure.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { cameraOf } from '../cameraRows.ts'

const columns = ['id', 'area_id', 'device_id', 'log_level', 'log_title', 'description', 'content', 'at', 'by_name'] as const
interface Row {
  readonly id: number
  readonly area_id: number
  readonly device_id: number | null
  readonly log_level: string
  readonly log_title: string
  readonly description: string
  readonly content: string[]
  readonly at: number
  readonly by_name: string | null
}
const toEntry = (row: Row): CameraLogEntry => ({
  id: row.id,
  logTitle: row.log_title,
  description: row.description,
  content: row.content,
  areaId: row.area_id,
  deviceId: row.device_id!,
  logType: 'image',
  logLevel: row.log_level as (typeof LOG_LEVELS)[number],
  at: row.at,
  by: row.by_name,
})
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const fileOf = (url: string, tenantId: number): string | null => {
  const file = parseFileUrl(url)
  return file?.tenantId === tenantId && UUID.test(file.id) ? file.id : null
}

/** What was seen through cameras. It stands in the base of the camera. */
export function cameraLogHandlers({ clock, live }: Context): Handlers<CallGroups['cameraLog']> {
  return {
    async write({ body }, asking) {
      const { tenantId } = asking.grant
      const entry = await asking.inTenant(async (scope) => {
        const camera = await cameraOf(scope, body.deviceId)
        if (camera.area_id !== body.areaId) throw notFound()
        const ids = new Set(body.content.map((url) => fileOf(url, tenantId)))
        const named = [...ids].filter((id) => id !== null)
        const pictures =
          named.length < ids.size
            ? []
            : await scope
                .select('file')
                .select('file.id')
                .where('file.id', 'in', named)
                .where('file.content_type', 'like', 'image/%')
                .execute()
        if (pictures.length < ids.size) throw besideField(asking.language, 'content', 'error.camera.logPicture')
        const { real_name: by } = await scope.raw
          .selectFrom('app_user')
          .select('real_name')
          .where('id', '=', asking.caller.userId)
          .executeTakeFirstOrThrow()
        const row = await scope
          .insert('farm_log', [
            {
              area_id: camera.area_id,
              device_id: camera.id,
              log_type: body.logType,
              log_level: body.logLevel,
              log_title: body.logTitle.trim(),
              description: body.description.trim(),
              content: JSON.stringify(body.content),
              at: clock(),
              user_id: asking.caller.userId,
              by_name: by,
            },
          ])
          .returning(columns)
          .executeTakeFirstOrThrow()
        await sayUses(scope.raw, { tenantId, table: 'farm_log', id: row.id }, { texts: body.content })
        return toEntry(row)
      })
      live.changed(tenantId, 'cameraLog', entry.id, entry.areaId)
      return entry
    },

    page: ({ params: { id }, query }, asking) =>
      asking.inTenant(async (scope) => {
        await cameraOf(scope, id)
        // Of a camera that is shared its log is seen with it, whatever base it stands in.
        let rows = scope.raw.selectFrom('farm_log').where('farm_log.tenant_id', '=', scope.tenantId).where('farm_log.device_id', '=', id)
        if (query.logLevel) rows = rows.where('farm_log.log_level', '=', query.logLevel)
        const page = await readPage(query, rows, (all) => all.select(columns).orderBy('farm_log.id', 'desc'))
        return { ...page, content: page.content.map(toEntry) }
      }),
  }
}
