import type { LogEntry, LogLevel } from '#contract/farm/log'
import type { CallGroups } from '#contract/calls'
import { readPage } from '../../ground/database/page.ts'
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
const toEntry = (row: Row): LogEntry => ({
  id: row.id,
  logTitle: row.log_title,
  description: row.description,
  content: row.content,
  areaId: row.area_id,
  deviceId: row.device_id,
  logType: 'image',
  logLevel: row.log_level as LogLevel,
  at: row.at,
  by: row.by_name,
})

/** What was seen through cameras; it is written into the log of the farm. */
export function cameraLogHandlers(): Handlers<CallGroups['cameraLog']> {
  return {
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
