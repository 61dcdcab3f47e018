import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { RejectedMessage } from '#contract/devices/gateway'
import type { Scope } from '../ground/database/scope.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { HOUR } from '../ground/history/resolution.ts'
import type { Services } from '../ground/services.ts'
import { toDeviceRecords } from './concentrators.ts'
import { deviceRecords } from './deviceRecord.ts'
import { deviceList, findDevice, findFor, type Reader, toDevices } from './deviceRows.ts'
import { shownItems } from './itemRows.ts'
import { readPage } from '../ground/database/page.ts'
import { hashSecret, newSecret } from '../ground/broker/secret.ts'
import { deviceSwitches } from './switchRows.ts'

const MINUTE_MS = 60_000

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
  const records = deviceRecords(services)
  return {
    get: ({ params }, asking) => records.get(asking, params.id),
    create: ({ body }, asking) => records.create(asking, body),
    update: ({ body }, asking) => records.update(asking, body),
    remove: ({ params, query }, asking) => records.remove(asking, params.id, query.objectVersionNumber),
    place: ({ params, body }, asking) => records.place(asking, params.id, body),
    replace: ({ params, body }, asking) => records.replace(asking, params.id, body),
    enable: ({ params, body }, asking) => records.enable(asking, params.id, body.enabledFlag),

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
