import type { CallGroups } from '#contract/calls'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { faultLog, presenceLog } from '../deviceLogs.ts'
import { deviceRecords } from '../deviceRecord.ts'
import { deviceList, findDevice } from '../deviceRows.ts'
import { pumpHandlers, pumpsOf, REGULATOR } from '../pumps.ts'
import type { switchHandlers } from '../switches.ts'

/** A handler that serves calls of the same request under another path. */
const under = <Params, Query, Body, Answer>(handler: (request: { params: Params; query: Query; body: Body }, asking: Asking) => Answer) =>
  handler

const TYPES = [REGULATOR] as const
type Given = Pick<Services, 'live' | 'broker' | 'desk' | 'clock'>

/** Aerator regulators: device records of one type, with the pumps that they drive. */
export function regulatorHandlers(services: Given): Handlers<CallGroups['regulator']> {
  const records = deviceRecords(services)
  return {
    page: ({ query }, asking) =>
      asking.inTenant((scope) => deviceList(scope, asking, query, { types: TYPES, areaId: query.areaId, name: query.name })),
    async details({ params }, asking) {
      const record = await records.get(asking, params.id, TYPES)
      return { ...record, pumps: await asking.inTenant((scope) => pumpsOf(scope, asking.language, record)) }
    },
    create: ({ body }, asking) => records.create(asking, { ...body, deviceType: REGULATOR }),
    update: ({ body }, asking) => records.update(asking, { ...body, deviceType: REGULATOR }, TYPES),
    remove: ({ params, query }, asking) => records.remove(asking, params.id, query.objectVersionNumber, TYPES),
  }
}

/** The first version of these calls says the same in other words, and reads the logs. */
export function firstAeratorHandlers(
  services: Given,
  { switch: { log } }: { readonly switch: ReturnType<typeof switchHandlers> },
): Handlers<CallGroups['firstAerator']> {
  const regulators = regulatorHandlers(services)
  const pumps = pumpHandlers(services)
  return {
    page: under(regulators.page),
    details: under(regulators.details),
    create: under(regulators.create),
    update: under(regulators.update),
    remove: under(regulators.remove),
    del: under(regulators.remove),
    pumps: under(pumps.pumps),
    control: under(pumps.control),
    add: under(pumps.add),
    edit: under(pumps.edit),
    forget: ({ params, body }, asking) => pumps.forget({ params: { ...params, ...body }, query: undefined, body: undefined }, asking),
    async controlLog({ params, query: { regulatorId, ...paging } }, asking) {
      await asking.inTenant((scope) => findDevice(scope, asking, regulatorId, TYPES))
      return log({ params, query: { ...paging, concentratorId: regulatorId }, body: undefined }, asking)
    },
    offlineLog: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const regulator = await findDevice(scope, asking, query.regulatorId, TYPES)
        return presenceLog(scope, regulator.id, { ...query, presence: 'offline' }, services.clock())
      }),
    faultLog: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const regulator = await findDevice(scope, asking, query.regulatorId, TYPES)
        return faultLog(scope, asking.language, regulator, query, services.clock())
      }),
  }
}
