import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { CHANGE_CURSOR } from '#contract/devices/switch'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { besideField, faultyField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { controlSwitch } from './controlSwitch.ts'
import { findDevice, mustAllow, opened, opensAll, type Reader } from './deviceRows.ts'
import { paged, readPage } from '../ground/database/page.ts'
import { startedForVolume } from './meters/handlers.ts'
import { commandedDevices, commandsOf, deviceSwitches, switchesOf, type SwitchRow, toCommand, toSwitches } from './switchRows.ts'
import { saysRollerBlind } from './words.ts'

/** One switch that the caller may see, of a device type that the caller holds; else fails with error.notFound. */
export async function findSwitch(scope: Scope, reader: Reader, id: number): Promise<SwitchRow> {
  const row = await switchesOf(scope).where('switch.id', '=', id).where(opened(reader.grant)).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * A switch may be bound to one other of its base that is itself bound to none, and that none else is bound to. Fails with
 * error.switch.notBindable or error.switch.bound.
 */
async function mustBeBindable(scope: Scope, row: SwitchRow, target: number): Promise<void> {
  if (target === row.id) throw new CallFailure('error.switch.notBindable')
  const other = await scope
    .select('switch')
    .select(['switch.id', 'switch.area_id', 'switch.related_equip'])
    .where('switch.id', '=', target)
    .forUpdate()
    .executeTakeFirst()
  if (!other || other.area_id !== row.area_id || other.related_equip != null) throw new CallFailure('error.switch.notBindable')
  // Past the scope's bases on purpose: a binding made from a base that the caller does not see still binds.
  const taken = await scope.raw
    .selectFrom('switch')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('related_equip', '=', target)
    .where('id', '<>', row.id)
    .executeTakeFirst()
  if (taken) throw new CallFailure('error.switch.bound')
}

/** Switches: states, the command ladder, names and bindings, the control log. */
export const switchHandlers = (services: Pick<Services, 'live' | 'desk' | 'clock'>): Handlers<CallGroups['switch']> => ({
  list: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      const rows = switchesOf(scope).where('switch.device_id', '=', device.id)
      const answer = await readPage(query, rows, (all) => all.orderBy('switch.circuit'))
      return { ...answer, content: await toSwitches(scope, asking.language, answer.content) }
    }),

  details: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const row = await findSwitch(scope, asking, params.id)
      return (await toSwitches(scope, asking.language, [row]))[0]!
    }),

  detailsSwitch: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      return deviceSwitches(scope, asking.language, device.id)
    }),

  async control({ body }, asking) {
    const row = await asking.inTenant((scope) => findSwitch(scope, asking, body.switchId))
    // A page that was opened before the device was exchanged would turn something else (DEVICE-LIMITS-07).
    if (row.eui !== body.eui) throw besideField(asking.language, 'eui', 'error.device.serialUnknown')
    if (row.circuit !== body.circuit) throw faultyField(asking.language, 'circuit')
    const { sw: status, runSeconds, holdSeconds, volume } = body
    const ask = () => controlSwitch(services, asking, row, { status, runSeconds, holdSeconds })
    return volume === undefined ? ask() : startedForVolume(asking, row, { volume, status, now: services.clock() }, ask)
  },

  async edit({ body }, asking) {
    const edited = await asking.inTenant(async (scope) => {
      const locked = await scope
        .select('switch')
        .select('switch.object_version_number')
        .where('switch.id', '=', body.id)
        .forUpdate()
        .executeTakeFirst()
      const row = await findSwitch(scope, asking, body.id)
      mustAllow(asking.grant, row, 'edit')
      if (locked?.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
      if (body.relatedEquip != null) await mustBeBindable(scope, row, body.relatedEquip)
      const name = body.name?.trim() || null
      await scope
        .update('switch')
        .set({
          name,
          kind: body.type === 'ordinary' && saysRollerBlind(name) ? 'blind' : body.type,
          related_equip: body.relatedEquip,
          object_version_number: row.object_version_number + 1,
        })
        .where('switch.id', '=', body.id)
        .execute()
      return { row, answer: (await toSwitches(scope, asking.language, [await findSwitch(scope, asking, body.id)]))[0]! }
    })
    services.live.changed(asking.grant.tenantId, 'switch', edited.row.id, edited.row.area_id)
    return edited.answer
  },

  canBind: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      let rows = switchesOf(scope)
        .where('switch.area_id', '=', query.areaId)
        .where('switch.related_equip', 'is', null)
        .where(opened(asking.grant))
        .where(
          sql<boolean>`not exists (select 1 from switch other where other.related_equip = switch.id and other.id is distinct from ${query.switchId ?? null}::bigint)`,
        )
      if (query.switchId != null) rows = rows.where('switch.id', '<>', query.switchId)
      const answer = await readPage(query, rows, (all) => all.orderBy('switch.id'))
      return { ...answer, content: await toSwitches(scope, asking.language, answer.content) }
    }),

  async remove({ params }, asking) {
    const removed = await asking.inTenant(async (scope) => {
      const row = await findSwitch(scope, asking, params.id)
      mustAllow(asking.grant, row, 'edit')
      await scope.remove('switch').where('switch.id', '=', row.id).execute()
      return row
    })
    services.live.changed(asking.grant.tenantId, 'switch', removed.id, removed.area_id)
    return 1
  },

  changes: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      const row = await findSwitch(scope, asking, params.id)
      const bound = (name: 'startTime' | 'endTime', side: 'start' | 'end', otherwise: number) => {
        const given = query[name]
        const at = given == null ? otherwise : zonedMoment(given, asking.grant.timeZone, side)
        if (at == null) throw faultyField(asking.language, name)
        return at
      }
      const from = bound('startTime', 'start', 0)
      const to = bound('endTime', 'end', Number.MAX_SAFE_INTEGER)
      if (from >= to) throw new CallFailure('error.range.empty')
      const [, at, id] = CHANGE_CURSOR.exec(query.cursor ?? '') ?? []
      if (query.cursor != null && id === undefined) throw faultyField(asking.language, 'cursor')
      const changes = scope
        .select('switch_change')
        .select(['switch_change.id', 'switch_change.at', 'switch_change.status'])
        .where('switch_change.switch_id', '=', row.id)
        .orderBy('switch_change.at', 'desc')
        .orderBy('switch_change.id', 'desc')
      let asked = changes.where('switch_change.at', '>=', from).where('switch_change.at', '<', to)
      if (id !== undefined)
        asked = asked.where(sql<boolean>`(switch_change.at, switch_change.id) < (${Number(at)}::bigint, ${Number(id)}::bigint)`)
      const found = await asked.limit(query.size + 1).execute()
      const content = found.slice(0, query.size)
      const last = content.at(-1)
      const before = await changes.where('switch_change.at', '<', from).limit(1).executeTakeFirst()
      return { content, next: found.length > query.size && last ? `${last.at}.${last.id}` : null, before: before ?? null }
    }),

  log: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const wanted = [
        query.concentratorId == null ? null : sql<boolean>`command.device_id = ${query.concentratorId}`,
        query.switchId == null ? null : sql<boolean>`command.switch_id = ${query.switchId}`,
        query.areaId == null ? null : sql<boolean>`command.area_id = ${query.areaId}`,
        query.verb == null ? null : sql<boolean>`command.verb = ${query.verb}`,
        query.state == null ? null : sql<boolean>`command.state = ${query.state}`,
      ].filter((condition) => condition != null)
      const condition = wanted.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(wanted, sql` and `)}`
      const answer = await paged(
        query,
        ({ limit, offset }) =>
          commandsOf(scope)
            .where(opened(asking.grant))
            .where(condition)
            .orderBy('command.created_at', 'desc')
            .orderBy('command.id')
            .limit(limit)
            .offset(offset)
            .execute(),
        async () => {
          const counted = scope
            .select('command')
            .select(sql<number>`count(*)`.as('n'))
            .where(condition)
          // Who sees every device is spared the look at each command's one.
          const narrowed = opensAll(asking.grant)
            ? counted
            : counted.where(
                sql<boolean>`exists (select 1 from ${commandedDevices} device where device.id = command.device_id and ${opened(asking.grant)})`,
              )
          return (await narrowed.executeTakeFirstOrThrow()).n
        },
      )
      return { ...answer, content: answer.content.map(toCommand(asking.language)) }
    }),
})
