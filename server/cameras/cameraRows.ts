import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { BriefCamera, Camera, CameraEnter, CameraFault, CAMERA_STATES } from '#contract/cameras/camera'
import type { Presence } from '#contract/devices/device'
import { heardAt, onlineOf } from '../devices/deviceRows.ts'
import { containing } from '../ground/database/containing.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'

export type Relation = 'owner' | 'share'
export interface CameraFilter {
  readonly name?: string | undefined
  readonly deviceSerial?: string | undefined
  /** 2: all. */
  readonly cameraType?: number | undefined
  /** 0: all. */
  readonly cameraEnter?: number | undefined
  readonly relation?: Relation | undefined
  readonly state?: (typeof CAMERA_STATES)[number] | undefined
  readonly areaId?: number | undefined
  readonly landId?: number | undefined
}

const inBases = (areas: readonly number[]) => sql`any(${[...areas]}::bigint[])`
const isOf = (areas: readonly number[]) => sql<boolean>`device.area_id = ${inBases(areas)}`
const isSharedWith = (areas: readonly number[]) =>
  sql<boolean>`device.area_id <> all(${[...areas]}::bigint[]) and exists (
    select from camera_share s where s.tenant_id = camera.tenant_id and s.device_id = camera.device_id and s.area_id = ${inBases(areas)})`

/** Of the bases that the caller sees, or of one of them; and those of other bases that are shared with these. */
function related({ areas }: Pick<Scope, 'areas'>, { areaId, relation }: CameraFilter): RawBuilder<boolean> {
  const asked = areaId == null ? areas : areas == null || areas.includes(areaId) ? [areaId] : []
  if (asked == null) return relation === 'share' ? sql`false` : sql`true`
  if (relation === 'owner') return isOf(asked)
  if (relation === 'share') return isSharedWith(asked)
  return sql`(${isOf(asked)} or (${isSharedWith(asked)}))`
}

/** Cameras that the caller may look through. */
export function camerasOf(scope: Scope, filter: CameraFilter = {}) {
  let query = scope.raw
    .selectFrom('device')
    .innerJoin('camera', 'camera.device_id', 'device.id')
    .innerJoin('area', 'area.id', 'device.area_id')
    .leftJoin('land', 'land.id', 'device.land_id')
    .leftJoin('device as gateway', 'gateway.id', 'camera.gateway_id')
    .where('device.tenant_id', '=', scope.tenantId)
    .where('camera.tenant_id', '=', scope.tenantId)
    .where(related(scope, filter))
  if (filter.name?.trim()) query = query.where('device.name', '~', containing(filter.name))
  if (filter.deviceSerial?.trim()) query = query.where('device.eui', '~', containing(filter.deviceSerial))
  if (filter.cameraType != null && filter.cameraType !== 2) query = query.where('camera.camera_type', '=', filter.cameraType)
  if (filter.cameraEnter) query = query.where('camera.camera_enter', '=', filter.cameraEnter)
  if (filter.state === 'closed') query = query.where('camera.disabled_flag', '=', 1)
  else if (filter.state)
    query = query.where('camera.disabled_flag', '=', 0).where('device.presence', filter.state === 'online' ? '=' : '<>', 'online')
  if (filter.landId != null) query = query.where('device.land_id', '=', filter.landId)
  return query
}

const briefColumns = [
  'device.id',
  'device.name',
  'device.eui',
  'device.area_id',
  'area.area_name',
  'device.land_id',
  'land.land_name',
  'device.presence',
  'camera.camera_type',
  'camera.disabled_flag',
  'camera.ptz_flag',
] as const
const columns = [
  ...briefColumns,
  'device.longitude',
  'device.latitude',
  'camera.camera_enter',
  'camera.channel_no',
  'camera.fault',
  'camera.gateway_id',
  'gateway.name as gateway_name',
  'camera.picture_url',
  'camera.picture_at',
  'camera.object_version_number',
] as const
const isShared = sql<boolean>`exists (select from camera_share s where s.tenant_id = camera.tenant_id and s.device_id = camera.device_id)`

/** The same with what is answered of each. */
export const briefRows = (scope: Scope, filter: CameraFilter = {}) => camerasOf(scope, filter).select(briefColumns)
export const cameraRows = (scope: Scope, filter: CameraFilter = {}) => selectCamera(camerasOf(scope, filter))
/** Adds what is answered of a camera. */
export const selectCamera = (query: ReturnType<typeof camerasOf>) =>
  query.select(columns).select([isShared.as('shared'), heardAt.as('heard_at')])
type BriefRow = Awaited<ReturnType<ReturnType<typeof briefRows>['execute']>>[number]
export type CameraRow = Awaited<ReturnType<ReturnType<typeof cameraRows>['execute']>>[number]

export const toBrief = (row: BriefRow): BriefCamera => ({
  id: row.id,
  name: row.name,
  deviceSerial: row.eui,
  cameraType: row.camera_type,
  areaId: row.area_id,
  areaName: row.area_name,
  landId: row.land_id,
  landName: row.land_name,
  online: onlineOf(row.presence),
  presence: row.presence as Presence,
  disabled: row.disabled_flag,
  ptz: row.ptz_flag,
})
export const toCamera = (row: CameraRow): Camera => ({
  ...toBrief(row),
  cameraEnter: row.camera_enter as CameraEnter,
  channelNo: row.channel_no,
  latlng: row.longitude == null || row.latitude == null ? null : { longitude: row.longitude, latitude: row.latitude },
  heardAt: row.heard_at,
  shared: row.shared ? 1 : 0,
  fault: row.fault as CameraFault | null,
  contentratorId: row.gateway_id,
  contentratorName: row.gateway_name,
  fileUrl: row.picture_url,
  pictureAt: row.picture_at,
  objectVersionNumber: row.object_version_number,
})

/** One camera that the caller may look through; else fails with error.notFound. */
export async function cameraOf(scope: Scope, id: number): Promise<CameraRow> {
  const row = await cameraRows(scope).where('device.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}
/** The same where nobody closed it; else fails with wfpe.warn.camera.disable. */
export async function openCameraOf(scope: Scope, id: number): Promise<CameraRow> {
  const row = await cameraOf(scope, id)
  if (row.disabled_flag === 1) throw new CallFailure('wfpe.warn.camera.disable')
  return row
}

/** Fails with error.notFound, or with error.permission.denied where one is of another base and only shared. */
async function mustBeOwn(scope: Scope, wanted: readonly number[]): Promise<void> {
  const seen = await briefRows(scope)
    .where(({ eb }: ExpressionBuilder<Pick<Database, 'device'>, 'device'>) => eb('device.id', 'in', wanted))
    .execute()
  if (seen.length < wanted.length) throw notFound()
  if (seen.some((row) => !scope.sees(row.area_id))) throw new CallFailure('error.permission.denied')
}
const wholeRows = (scope: Scope, wanted: readonly number[]) =>
  scope.raw
    .selectFrom('device')
    .innerJoin('camera', 'camera.device_id', 'device.id')
    .selectAll('camera')
    .select(['device.id', 'device.eui', 'device.area_id', 'device.land_id', 'device.name'])
    .where('device.tenant_id', '=', scope.tenantId)
    .where('device.id', 'in', wanted)
    .orderBy('device.id')

/** Cameras of the caller's own bases, locked until the transaction ends, all of them; else fails as `readOwnCamera`. */
export async function lockCameras(scope: Scope, ids: readonly number[]) {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b)
  await mustBeOwn(scope, wanted)
  const rows = await wholeRows(scope, wanted).forUpdate().execute()
  if (rows.length < wanted.length) throw notFound()
  return rows
}
export type LockedCamera = Awaited<ReturnType<typeof lockCameras>>[number]

/** One of the caller's own cameras; else fails with error.notFound, or with error.permission.denied where it is only shared. */
export async function readOwnCamera(scope: Scope, id: number): Promise<LockedCamera> {
  await mustBeOwn(scope, [id])
  const row = await wholeRows(scope, [id]).executeTakeFirst()
  if (!row) throw notFound()
  return row
}
