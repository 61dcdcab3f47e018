import { sql } from 'kysely'
import { CAMERAS_READ, SURVEILLANCE } from '#contract/cameras/permission'
import type { LogLevel } from '#contract/farm/log'
import { LOG_EDIT } from '#contract/farm/logCodes'
import { say } from '../../ground/words.ts'
import { heldIn, idList, inEachBase, type LogAsk, PLAIN, said, type Source, type Told, type Where } from './ask.ts'

interface Row extends Where {
  id: string
  at: number
  level: LogLevel
  title: string
  text: string
  by: string | null
  user_id: number | null
  pictures: string[]
  version: number
}

const newest = (rank: number, type: 'text' | 'image') => (ask: LogAsk) => {
  const { landId, batchId, level, userId, search } = ask
  const land = type === 'text' ? sql`e.land_id` : sql`(select land_id from device where id = e.device_id)`
  return inEachBase(ask, { rank, at: sql`e.at`, id: sql`e.id` }, sql`farm_log e`, [
    sql`e.log_type = ${type}`,
    ...(landId === undefined ? [] : [sql`${land} = ${landId}`]),
    ...(batchId === undefined ? [] : [sql`e.batch_id = ${batchId}`]),
    ...(level === undefined ? [] : [sql`e.log_level = ${level}`]),
    ...(userId === undefined ? [] : [sql`e.user_id = ${userId}`]),
    ...said(search, [sql`e.log_title`, sql`e.description`]),
  ])
}

const tell =
  (name: 'note' | 'camera'): Source['tell'] =>
  async ({ scope, asking }, ids) => {
    const { rows } = await sql<Row>`
      select e.id::text as id, e.at, e.log_level as level, e.log_title as title, e.description as text, e.by_name as by, e.user_id,
        e.content as pictures, e.object_version_number as version, area.id as "areaId", area.area_name as "areaName", land.id as "landId",
        land.land_name as "landName", batch.id as "batchId", batch.batch_name as "batchName", device.id as "deviceId",
        device.name as "deviceName", device.device_type as "deviceType"
      from farm_log e join area on area.id = e.area_id left join device on device.id = e.device_id
        left join land on land.id = coalesce(e.land_id, device.land_id) left join batch on batch.id = e.batch_id
      where e.tenant_id = ${scope.tenantId} and e.id = ${idList(ids)}`.execute(scope.raw)
    const mayEdit = new Set(heldIn(asking.grant, [...new Set(rows.map((row) => row.areaId))], [LOG_EDIT]))
    const isTheirs = (row: Row) => row.user_id === asking.caller.userId || mayEdit.has(row.areaId)
    return new Map(
      rows.map((row): [string, Told] => {
        const { id, user_id: _, version, at, text, ...told } = row
        return [
          id,
          {
            ...PLAIN,
            ...told,
            said: say(asking.language, `farm:log.said.${name}`),
            text: text === '' ? null : text,
            since: at,
            objectVersionNumber: name === 'note' && isTheirs(row) ? version : null,
          },
        ]
      }),
    )
  }

export const noteSource: Source = { name: 'note', rank: 7, codes: null, newest: newest(7, 'text'), tell: tell('note') }
export const cameraSource: Source = {
  name: 'camera',
  rank: 3,
  codes: [CAMERAS_READ, SURVEILLANCE],
  newest: newest(3, 'image'),
  tell: tell('camera'),
}
