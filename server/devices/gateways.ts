import { sql } from 'kysely'
import type { z } from 'zod'
import type { CallGroups } from '#contract/calls'
import type { DeviceAct } from '#contract/devices/types/defineDeviceType'
import { type gateway, MADE_TYPES, type RejectedMessage } from '#contract/devices/gateway'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { sayUses } from '../ground/files/uses.ts'
import type { Grant, Handlers } from '../ground/http/handler.ts'
import { HOUR } from '../ground/history/resolution.ts'
import type { Services } from '../ground/services.ts'
import { toDeviceRecords } from './concentrators.ts'
import { deviceList, devicesOf, findDevice, findFor, mustAllow, type Reader, toDevices } from './deviceRows.ts'
import { shownItems } from './itemRows.ts'
import { readPage } from '../ground/database/page.ts'
import { hashSecret, newSecret } from '../ground/broker/secret.ts'
import { deviceSwitches } from './switchRows.ts'

const MINUTE_MS = 60_000
const DEFAULT_MINUTES = 5
const UNIQUE_VIOLATION = '23505'

type Written = z.output<typeof gateway.create>

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

const gatewayRows = (scope: Scope, grant: Grant) => devicesOf(scope, grant, { types: MADE_TYPES }).select(recordColumns)
type GatewayRow = Awaited<ReturnType<ReturnType<typeof gatewayRows>['execute']>>[number]

const toRecord = (row: GatewayRow) => ({
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
async function lockGateway(scope: Scope, grant: Grant, id: number, act: DeviceAct): Promise<GatewayRow> {
  const row = await gatewayRows(scope, grant).where('device.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  mustAllow(grant, row, act)
  return row
}

/** Fails where the base is none that the caller sees, the plot is not of the base, or the act is not the caller's on that type there. */
async function mustBePlaceable(scope: Scope, grant: Grant, body: Written, act: DeviceAct): Promise<void> {
  const area = await scope.select('area').select('area.id').where('area.id', '=', body.areaId).executeTakeFirst()
  if (!area) throw new CallFailure('error.device.areaUnknown')
  mustAllow(grant, { device_type: body.deviceType, area_id: body.areaId }, act)
  if (body.landId == null) return
  const land = await scope
    .select('land')
    .select('land.id')
    .where('land.id', '=', body.landId)
    .where('land.area_id', '=', body.areaId)
    .executeTakeFirst()
  if (!land) throw new CallFailure('error.device.landUnknown')
}

/** Turns the database's own word on a taken eui into the call's. */
async function refusingTakenEui<T>(eui: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    const { code, constraint } = cause as { code?: string; constraint?: string }
    if (code === UNIQUE_VIOLATION && constraint === 'device_tenant_id_eui_key') throw new CallFailure('error.device.euiTaken', { eui })
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

async function deviceOf(scope: Scope, reader: Reader, id: number) {
  const row = await findDevice(scope, reader, id)
  return (await toDevices(scope, reader.language, [row]))[0]!
}

/** The device records that the gateway page keeps, and what devices are asked for. */
export function gatewayHandlers(services: Pick<Services, 'live' | 'broker' | 'desk' | 'clock'>): Handlers<CallGroups['gateway']> {
  const changed = (tenantId: number, id: number, ...areas: number[]) => {
    for (const areaId of new Set(areas)) services.live.changed(tenantId, 'gateway', id, areaId)
  }
  const euiOf = async (asking: Parameters<Handlers<CallGroups['gateway']>['refresh']>[1], id: number) => {
    const { eui } = await asking.inTenant((scope) => findDevice(scope, asking, id))
    return { tenantId: asking.grant.tenantId, eui }
  }
  return {
    get: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const row = await gatewayRows(scope, asking.grant).where('device.id', '=', params.id).executeTakeFirst()
        if (!row) throw notFound()
        return toRecord(row)
      }),

    async create({ body }, asking) {
      const { tenantId } = asking.grant
      const secret = newSecret()
      const row = await refusingTakenEui(body.eui, () =>
        asking.inTenant(async (scope) => {
          await mustBePlaceable(scope, asking.grant, body, 'create')
          const made = await scope
            .insert('device', [
              {
                ...columnsOf(body),
                reporting_period: (body.reportingMinutes ?? DEFAULT_MINUTES) * MINUTE_MS,
                secret_hash: hashSecret(secret),
              },
            ])
            .returning('device.id')
            .executeTakeFirstOrThrow()
          await sayUses(scope.raw, { tenantId, table: 'device', id: made.id }, { texts: [body.fileUrl] })
          return gatewayRows(scope, asking.grant).where('device.id', '=', made.id).executeTakeFirstOrThrow()
        }),
      )
      // A connection may stand under this name that was let in before: it is not this device's.
      services.broker.dropDevice({ tenantId, eui: row.eui })
      changed(tenantId, row.id, row.area_id)
      return { ...toRecord(row), userName: `${tenantId}/${row.eui}`, secret }
    },

    async update({ body }, asking) {
      const { tenantId } = asking.grant
      const { before, after } = await refusingTakenEui(body.eui, () =>
        asking.inTenant(async (scope) => {
          const old = await lockGateway(scope, asking.grant, body.id, 'edit')
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
          return { before: old, after: await gatewayRows(scope, asking.grant).where('device.id', '=', old.id).executeTakeFirstOrThrow() }
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

    async remove({ params, query }, asking) {
      const { tenantId } = asking.grant
      const gone = await asking.inTenant(async (scope) => {
        const row = await lockGateway(scope, asking.grant, params.id, 'delete')
        if (query.objectVersionNumber != null && query.objectVersionNumber !== row.object_version_number)
          throw new CallFailure('error.version.stale')
        const child = await scope.raw
          .selectFrom('device')
          .select('id')
          .where('tenant_id', '=', scope.tenantId)
          .where('parent_id', '=', row.id)
          .limit(1)
          .executeTakeFirst()
        if (child) throw new CallFailure('error.device.planted')
        await scope.remove('device').where('device.id', '=', row.id).execute()
        await sayUses(scope.raw, { tenantId, table: 'device', id: row.id }, { texts: [] }, { texts: [row.file_url] })
        return row
      })
      services.broker.dropDevice({ tenantId, eui: gone.eui })
      changed(tenantId, gone.id, gone.area_id)
      return 1
    },

    details: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const row = await findDevice(scope, asking, params.id)
        const [device] = await toDeviceRecords(scope, asking, [row])
        const { n } = await scope
          .select('rejected_message')
          .select(sql<number>`count(*)`.as('n'))
          .where('rejected_message.device_id', '=', row.id)
          .executeTakeFirstOrThrow()
        return { ...device!, rejectedCount: n }
      }),

    all: ({ params }, asking) =>
      asking.inTenant(async (scope) => ({
        device: await deviceOf(scope, asking, params.id),
        items: await shownItems(scope, asking.language, params.id),
        switches: await deviceSwitches(scope, asking.language, params.id),
      })),

    visualization: ({ params }, asking) =>
      asking.inTenant(async (scope) => ({
        device: await deviceOf(scope, asking, params.id),
        items: await shownItems(scope, asking.language, params.id),
      })),

    offline: ({ query }, asking) =>
      asking.inTenant((scope) => deviceList(scope, asking, query, { areaId: query.areaId, notOnline: true }, 'longestSilent')),

    async refresh({ params }, asking) {
      return { asked: await services.desk.askReport(await euiOf(asking, params.id)) }
    },

    async configure({ params, body }, asking) {
      const { tenantId } = asking.grant
      const period = body.reportingMinutes * MINUTE_MS
      const row = await asking.inTenant(async (scope) => {
        const found = await findFor('edit', scope, asking, params.id)
        await scope
          .update('device')
          .set({ reporting_period: period, object_version_number: sql`device.object_version_number + 1` })
          .where('device.id', '=', found.id)
          .execute()
        return found
      })
      const asked = await services.desk.askPeriod({ tenantId, eui: row.eui }, period)
      changed(tenantId, row.id, row.area_id)
      return { asked, reportingMinutes: body.reportingMinutes }
    },

    async secret({ params }, asking) {
      const { tenantId } = asking.grant
      const secret = newSecret()
      const row = await asking.inTenant(async (scope) => {
        const found = await findFor('edit', scope, asking, params.id)
        // The fixed secrets of the demo hold only while DEMO is on; with a secret of its own it is a device like any other.
        await scope
          .update('device')
          .set({ secret_hash: hashSecret(secret), demo: false })
          .where('device.id', '=', found.id)
          .execute()
        return found
      })
      services.broker.dropDevice({ tenantId, eui: row.eui })
      changed(tenantId, row.id, row.area_id)
      return { userName: `${tenantId}/${row.eui}`, secret }
    },

    rejected: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, params.id)
        const rows = scope.select('rejected_message').where('device_id', '=', device.id)
        const answer = await readPage(query, rows, (all) =>
          all.select(['id', 'at', 'topic', 'payload', 'reason', 'notes', 'detail']).orderBy('rejected_message.id', 'desc'),
        )
        return { ...answer, content: answer.content.map((row) => ({ ...row, reason: row.reason as RejectedMessage['reason'] })) }
      }),

    rejectedCounts: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, params.id)
        const now = services.clock()
        // Whole hours are counted: this one, and the 23 before it.
        const from = now - (now % HOUR) - 23 * HOUR
        const rows = await scope
          .select('rejected_count')
          .select(['rejected_count.reason', sql<number>`sum(n)::bigint`.as('n')])
          .where('rejected_count.device_id', '=', device.id)
          .where('rejected_count.hour', '>=', from)
          .groupBy('rejected_count.reason')
          .orderBy('n', 'desc')
          .orderBy('rejected_count.reason')
          .execute()
        return { from, counts: rows.map(({ reason, n }) => ({ reason: reason as RejectedMessage['reason'], n })) }
      }),
  }
}
