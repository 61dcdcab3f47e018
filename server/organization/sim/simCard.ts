import { sql } from 'kysely'
import { simCard } from '#contract/organization/simCard'
import { besideField, rulesFor } from '../../ground/crud/rules.ts'
import { daysLeft, expiryAt, usageAt, usedAt } from './standing.ts'

/** SIM cards: the device that one is in is one of its enterprise. */
export const simCardRules = rulesFor(simCard, {
  table: 'sim_card',
  columns: { organizationId: 'area_id' },
  told: { expiry: expiryAt, usage: usageAt },

  async beforeSave({ scope, asking, values, old }) {
    const eui = values.deviceEui?.trim() || null
    if (eui !== null && eui !== old?.['device_eui']) {
      const device = await scope.select('device').select('device.id').where('device.eui', '=', eui).executeTakeFirst()
      if (!device) throw besideField(asking, 'error.input.invalid', 'deviceEui', 'deviceUnknown')
    }
    return { deviceEui: eui }
  },

  async describe(scope, rows, now) {
    const told = await scope
      .select('sim_card')
      .leftJoin('device', (join) =>
        join.onRef('device.tenant_id', '=', 'sim_card.tenant_id').on(sql<boolean>`device.eui = sim_card.device_eui`),
      )
      .select(['sim_card.id', 'device.id as deviceId', 'device.name as deviceName', 'device.presence as presence'])
      .select(['sim_card.read_at as readAt', 'sim_card.read_fault as readFault'])
      .select([expiryAt(now).as('expiry'), usageAt(now).as('usage'), usedAt(now).as('usedMb'), daysLeft(now).as('daysLeft')])
      .where(sql<boolean>`sim_card.id = any(${rows.map(({ id }) => id)}::bigint[])`)
      .execute()
    const byId = new Map(told.map(({ id, ...rest }) => [id, rest]))
    const gone = {
      deviceId: null,
      deviceName: null,
      presence: null,
      expiry: 'none',
      usage: 'none',
      usedMb: null,
      daysLeft: null,
      readAt: null,
      readFault: null,
    }
    return rows.map(({ id }) => byId.get(id) ?? gone)
  },
})
