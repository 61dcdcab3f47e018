import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import type { DeviceType } from '#contract/devices/deviceType'
import { type gateway, MADE_TYPES } from '#contract/devices/gateway'
import type { DeviceAct } from '#contract/devices/types/defineDeviceType'
import { hashSecret, newSecret } from '../ground/broker/secret.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import type { Asking, Grant } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { devicesOf, findFor, mustAllow } from './deviceRows.ts'

export const MINUTE_MS = 60_000
export const DEFAULT_MINUTES = 5
const UNIQUE_VIOLATION = '23505'

type Written = z.output<typeof gateway.create>
type Changed = z.output<typeof gateway.update>

const recordColumns = [
  'device.id',
  'device.name',
  'device.eui',
  'device.device_type',
  'device.area_id',
  'device.land_id',
  'device.longitude',
  'device.latitude',
  'device.iccid',
  'device.file_url',
  'device.reporting_period',
  'device.enabled_flag',
  'device.object_version_number',
] as const

const recordRows = (scope: Scope, grant: Grant, types: readonly DeviceType[] = MADE_TYPES) =>
  devicesOf(scope, grant, { types }).select(recordColumns)
type RecordRow = Awaited<ReturnType<ReturnType<typeof recordRows>['execute']>>[number]

const toRecord = (row: RecordRow) => ({
  id: row.id,
  name: row.name,
  eui: row.eui,
  deviceType: row.device_type as (typeof MADE_TYPES)[number],
  areaId: row.area_id,
  landId: row.land_id,
  latlng: row.longitude == null || row.latitude == null ? null : { longitude: row.longitude, latitude: row.latitude },
  iccid: row.iccid,
  fileUrl: row.file_url,
  reportingMinutes: row.reporting_period / MINUTE_MS,
  enabledFlag: row.enabled_flag,
  objectVersionNumber: row.object_version_number,
})

/** A device, locked until the transaction ends; else fails with error.notFound or error.permission.denied. */
async function lockRecord(scope: Scope, grant: Grant, id: number, act: DeviceAct, types?: readonly DeviceType[]): Promise<RecordRow> {
  const row = await recordRows(scope, grant, types).where('device.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  mustAllow(grant, row, act)
  return row
}

/** Fails where the base is none that the caller sees, the plot is not of the base, or the act is not the caller's on that type there. */
async function mustBePlaceable(
  scope: Scope,
  grant: Grant,
  body: Pick<Written, 'deviceType' | 'areaId' | 'landId'>,
  act: DeviceAct,
): Promise<void> {
  await mustBeBase(scope, body.areaId)
  mustAllow(grant, { device_type: body.deviceType, area_id: body.areaId }, act)
  await mustBePlotOf(scope, body)
}
async function mustBeBase(scope: Scope, areaId: number): Promise<void> {
  const area = await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()
  if (!area) throw new CallFailure('error.device.areaUnknown')
}
async function mustBePlotOf(scope: Scope, { areaId, landId }: Pick<Written, 'areaId' | 'landId'>): Promise<void> {
  if (landId == null) return
  const land = await scope
    .select('land')
    .select('land.id')
    .where('land.id', '=', landId)
    .where('land.area_id', '=', areaId)
    .executeTakeFirst()
  if (!land) throw new CallFailure('error.device.landUnknown')
}
/** Fails with error.device.areaUnknown or error.device.landUnknown where the base is none that the caller sees, or the plot is not of the base. */
export async function mustBePlace(scope: Scope, place: Pick<Written, 'areaId' | 'landId'>): Promise<void> {
  await mustBeBase(scope, place.areaId)
  await mustBePlotOf(scope, place)
}

/** Inserts a device with a secret of its own. */
export async function insertDevice(
  scope: Scope,
  columns: Omit<Insertable<Database['device']>, 'tenant_id' | 'secret_hash'>,
): Promise<{ id: number; secret: string }> {
  const secret = newSecret()
  const { id } = await scope
    .insert('device', [{ ...columns, secret_hash: hashSecret(secret) }])
    .returning('device.id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/**
 * A device stands behind one that is there for the caller and stands behind none itself; and one that others stand behind stays in front.
 * Fails with error.device.parentUnknown or error.device.parentDeep.
 */
async function mustStandBehind(scope: Scope, grant: Grant, id: number, parentId: number | null): Promise<void> {
  if (parentId == null) return
  const parent = await devicesOf(scope, grant)
    .select(['device.id', 'device.parent_id'])
    .where('device.id', '=', parentId)
    .executeTakeFirst()
  if (!parent || parent.id === id) throw new CallFailure('error.device.parentUnknown')
  const child = await scope.raw
    .selectFrom('device')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (parent.parent_id != null || child) throw new CallFailure('error.device.parentDeep')
}

/** Turns the database's own word on a taken eui into the call's; of many that are written at once it says which. */
export async function refusingTakenEui<T>(eui: string | null, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    const { code, constraint, detail } = cause as { code?: string; constraint?: string; detail?: string }
    if (code === UNIQUE_VIOLATION && constraint === 'device_tenant_id_eui_key')
      throw new CallFailure('error.device.euiTaken', { eui: eui ?? /, (.+)\) already exists/.exec(detail ?? '')?.[1] ?? '' })
    throw cause
  }
}

const columnsOf = (body: Written) => ({
  name: body.name.trim(),
  eui: body.eui,
  device_type: body.deviceType,
  area_id: body.areaId,
  land_id: body.landId,
  longitude: body.latlng?.longitude ?? null,
  latitude: body.latlng?.latitude ?? null,
  iccid: body.iccid,
  file_url: body.fileUrl,
  enabled_flag: body.enabledFlag,
})

/** A device that moves takes its items and switches along, and leaves bindings to switches of other devices behind. */
async function moveParts(scope: Scope, deviceId: number, areaId: number): Promise<void> {
  const { raw, tenantId } = scope
  await raw.updateTable('item').set({ area_id: areaId }).where('tenant_id', '=', tenantId).where('device_id', '=', deviceId).execute()
  await raw.updateTable('switch').set({ area_id: areaId }).where('tenant_id', '=', tenantId).where('device_id', '=', deviceId).execute()
  await sql`
    update switch set related_equip = null, object_version_number = switch.object_version_number + 1 from switch other
    where switch.tenant_id = ${tenantId} and other.id = switch.related_equip and other.device_id <> switch.device_id
      and (switch.device_id = ${deviceId} or other.device_id = ${deviceId})`.execute(raw)
}

/**
 * The record of a device, whatever calls it is kept by: made, changed, moved, exchanged and taken away in one place. `types` narrows to
 * those that the call is about. Who may do what to which type is judged here.
 */
export function deviceRecords(services: Pick<Services, 'live' | 'broker' | 'desk'>) {
  const changed = (tenantId: number, id: number, ...areas: number[]) => {
    for (const areaId of new Set(areas)) services.live.changed(tenantId, 'gateway', id, areaId)
  }
  return {
    /** One record of these types; else fails with error.notFound. */
    get: (asking: Asking, id: number, types?: readonly DeviceType[]) =>
      asking.inTenant(async (scope) => {
        const row = await recordRows(scope, asking.grant, types).where('device.id', '=', id).executeTakeFirst()
        if (!row) throw notFound()
        return toRecord(row)
      }),

    async create(asking: Asking, body: Written) {
      const { tenantId } = asking.grant
      const { secret, row } = await refusingTakenEui(body.eui, () =>
        asking.inTenant(async (scope) => {
          await mustBePlaceable(scope, asking.grant, body, 'create')
          const reporting_period = (body.reportingMinutes ?? DEFAULT_MINUTES) * MINUTE_MS
          const made = await insertDevice(scope, { ...columnsOf(body), reporting_period })
          await sayUses(scope.raw, { tenantId, table: 'device', id: made.id }, { texts: [body.fileUrl] })
          return {
            secret: made.secret,
            row: await recordRows(scope, asking.grant).where('device.id', '=', made.id).executeTakeFirstOrThrow(),
          }
        }),
      )
      // A connection may stand under this name that was let in before: it is not this device's.
      services.broker.dropDevice({ tenantId, eui: row.eui })
      changed(tenantId, row.id, row.area_id)
      return { ...toRecord(row), userName: `${tenantId}/${row.eui}`, secret }
    },

    async update(asking: Asking, body: Changed, types?: readonly DeviceType[]) {
      const { tenantId } = asking.grant
      const { before, after } = await refusingTakenEui(body.eui, () =>
        asking.inTenant(async (scope) => {
          const old = await lockRecord(scope, asking.grant, body.id, 'edit', types)
          if (old.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
          await mustBePlaceable(scope, asking.grant, body, 'edit')
          await scope
            .update('device')
            .set({
              ...columnsOf(body),
              reporting_period: body.reportingMinutes == null ? old.reporting_period : Math.round(body.reportingMinutes * MINUTE_MS),
              object_version_number: old.object_version_number + 1,
            })
            .where('device.id', '=', old.id)
            .execute()
          await sayUses(scope.raw, { tenantId, table: 'device', id: old.id }, { texts: [body.fileUrl] }, { texts: [old.file_url] })
          if (old.area_id !== body.areaId) await moveParts(scope, old.id, body.areaId)
          return { before: old, after: await recordRows(scope, asking.grant).where('device.id', '=', old.id).executeTakeFirstOrThrow() }
        }),
      )
      const isAnother = before.eui !== after.eui || before.enabled_flag !== after.enabled_flag || before.area_id !== after.area_id
      if (isAnother) {
        services.broker.dropDevice({ tenantId, eui: before.eui })
        if (before.eui !== after.eui) services.broker.dropDevice({ tenantId, eui: after.eui })
      } else if (before.reporting_period !== after.reporting_period) {
        await services.desk.askPeriod({ tenantId, eui: after.eui }, after.reporting_period)
      }
      changed(tenantId, after.id, before.area_id, after.area_id)
      return toRecord(after)
    },

    async remove(asking: Asking, id: number, objectVersionNumber?: number, types?: readonly DeviceType[]): Promise<1> {
      const { tenantId } = asking.grant
      const gone = await asking.inTenant(async (scope) => {
        const row = await lockRecord(scope, asking.grant, id, 'delete', types)
        if (objectVersionNumber != null && objectVersionNumber !== row.object_version_number) throw new CallFailure('error.version.stale')
        const child = await scope.raw
          .selectFrom('device')
          .select('id')
          .where('tenant_id', '=', scope.tenantId)
          .where('parent_id', '=', row.id)
          .limit(1)
          .executeTakeFirst()
        if (child) throw new CallFailure('error.device.planted')
        await letGoOfPictures(scope, row.id)
        await scope.remove('device').where('device.id', '=', row.id).execute()
        await sayUses(scope.raw, { tenantId, table: 'device', id: row.id }, { texts: [] }, { texts: [row.file_url] })
        return row
      })
      services.broker.dropDevice({ tenantId, eui: gone.eui })
      changed(tenantId, gone.id, gone.area_id)
      return 1
    },

    /** Moves a device to another base or plot, or behind another gateway where one is said; what it measured and switched goes along. */
    async place(asking: Asking, id: number, to: { areaId: number; landId: number | null; parentId?: number | null | undefined }) {
      const { tenantId } = asking.grant
      const { before, after } = await asking.inTenant(async (scope) => {
        const old = await lockRecord(scope, asking.grant, id, 'edit')
        await mustBePlaceable(scope, asking.grant, { deviceType: toRecord(old).deviceType, areaId: to.areaId, landId: to.landId }, 'edit')
        if (to.parentId !== undefined) await mustStandBehind(scope, asking.grant, old.id, to.parentId)
        await scope
          .update('device')
          .set({
            area_id: to.areaId,
            land_id: to.landId,
            ...(to.parentId === undefined ? {} : { parent_id: to.parentId }),
            // Its place on the map was one in the base that it left.
            ...(old.area_id === to.areaId ? {} : { longitude: null, latitude: null }),
            object_version_number: old.object_version_number + 1,
          })
          .where('device.id', '=', old.id)
          .execute()
        if (old.area_id !== to.areaId) await moveParts(scope, old.id, to.areaId)
        return { before: old, after: await recordRows(scope, asking.grant).where('device.id', '=', old.id).executeTakeFirstOrThrow() }
      })
      // Its topics and those who may speak for it are others now.
      services.broker.dropDevice({ tenantId, eui: before.eui })
      changed(tenantId, id, before.area_id, after.area_id)
      return toRecord(after)
    },

    /** Puts another device in the place of one that broke: a new number and a secret, the same history. */
    async replace(asking: Asking, id: number, by: { eui: string; iccid: string | null }) {
      const { tenantId } = asking.grant
      const secret = newSecret()
      const { before, after } = await refusingTakenEui(by.eui, () =>
        asking.inTenant(async (scope) => {
          const old = await lockRecord(scope, asking.grant, id, 'edit')
          await scope
            .update('device')
            .set({
              eui: by.eui,
              iccid: by.iccid,
              device_serial: null,
              secret_hash: hashSecret(secret),
              demo: false,
              object_version_number: old.object_version_number + 1,
            })
            .where('device.id', '=', old.id)
            .execute()
          return { before: old, after: await recordRows(scope, asking.grant).where('device.id', '=', old.id).executeTakeFirstOrThrow() }
        }),
      )
      services.broker.dropDevice({ tenantId, eui: before.eui })
      services.broker.dropDevice({ tenantId, eui: after.eui })
      changed(tenantId, id, after.area_id)
      return { ...toRecord(after), userName: `${tenantId}/${after.eui}`, secret }
    },

    /** Lets a device in (1) or keeps it out (0): its connection ends at once, and what it measured stays. */
    async enable(asking: Asking, id: number, enabledFlag: number) {
      const { tenantId } = asking.grant
      const row = await asking.inTenant(async (scope) => {
        const found = await findFor('edit', scope, asking, id)
        if (found.enabled_flag !== enabledFlag)
          await scope
            .update('device')
            .set({ enabled_flag: enabledFlag, object_version_number: sql`device.object_version_number + 1` })
            .where('device.id', '=', found.id)
            .execute()
        return found
      })
      if (row.enabled_flag !== enabledFlag) services.broker.dropDevice({ tenantId, eui: row.eui })
      changed(tenantId, row.id, row.area_id)
      return { enabledFlag }
    },
  }
}

/** The files of a device's pictures are used no longer: said before the device goes, and its pictures with it. */
async function letGoOfPictures(scope: Scope, deviceId: number): Promise<void> {
  await scope.raw
    .deleteFrom('file_use')
    .where('tenant_id', '=', scope.tenantId)
    .where('holder', '=', 'insect_picture')
    .where('holder_id', 'in', (eb) => eb.selectFrom('insect_picture').select('id').where('device_id', '=', deviceId))
    .execute()
}
