import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { statusesOf } from '#contract/devices/switch'
import type { SwitchKind } from '#contract/devices/switchKind'
import { type DeviceGroup, type DeviceGroupBody, MOST_DEVICE_GROUPS } from '#contract/flows/deviceGroup'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase } from '../../ground/database/asked.ts'
import { containing } from '../../ground/database/containing.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { lockFlows } from './asked.ts'
import { deviceGroupColumns, deviceGroupOf, toDeviceGroups, usesOf } from './deviceGroupRows.ts'

const columnsOf = ({ name, note, rollout, seconds }: Omit<DeviceGroupBody, 'areaId'>) => ({
  name: name.trim(),
  note: note.trim(),
  rollout,
  seconds,
})

/** Circuits that flows tell the same. */
export function flowDeviceGroupHandlers({ live }: Pick<Context, 'live'>): Handlers<CallGroups['flowDeviceGroup']> {
  /** Writes a group, one writer of a tenant at a time, and tells of it. */
  async function writing(asking: Asking, act: (scope: Scope) => Promise<number>): Promise<DeviceGroup> {
    const { tenantId } = asking.grant
    const group = await asking.inTenant(async (scope) => {
      await lockFlows(scope.raw, tenantId)
      return deviceGroupOf(scope, asking.language, await act(scope))
    })
    live.changed(tenantId, 'flowDeviceGroup', group.id, group.areaId)
    return group
  }

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        let rows = scope.select('flow_device_group').where('flow_device_group.area_id', '=', query.areaId)
        if (query.name?.trim()) rows = rows.where('flow_device_group.name', '~', containing(query.name))
        const page = await readPage(query, rows, (all) =>
          all.select(deviceGroupColumns).orderBy('flow_device_group.name').orderBy('flow_device_group.id'),
        )
        return { ...page, content: await toDeviceGroups(scope, asking.language, page.content) }
      }),

    get: ({ params }, asking) => asking.inTenant((scope) => deviceGroupOf(scope, asking.language, params.id)),

    add: ({ body }, asking) =>
      writing(asking, async (scope) => {
        await mustSeeBase(scope, body.areaId)
        await mustBeMembers(scope, asking, body.areaId, body.switchIds)
        const { n } = await scope
          .select('flow_device_group')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('flow_device_group.area_id', '=', body.areaId)
          .executeTakeFirstOrThrow()
        if (n >= MOST_DEVICE_GROUPS) throw new CallFailure('error.flow.mostGroups', { most: MOST_DEVICE_GROUPS })
        const { id } = await scope
          .insert('flow_device_group', [{ area_id: body.areaId, ...columnsOf(body) }])
          .returning('flow_device_group.id')
          .executeTakeFirstOrThrow()
        await writeMembers(scope, id, body.switchIds)
        return id
      }),

    edit: ({ params: { id }, body: { objectVersionNumber, ...body } }, asking) =>
      writing(asking, async (scope) => {
        const { areaId } = await deviceGroupOf(scope, asking.language, id)
        if ((await usesOf(scope, [id], true)).size > 0) throw new CallFailure('error.flow.used')
        await mustBeMembers(scope, asking, areaId, body.switchIds)
        const row = await scope
          .update('flow_device_group')
          .set({ ...columnsOf(body), object_version_number: sql<number>`object_version_number + 1` })
          .where('flow_device_group.id', '=', id)
          .where('flow_device_group.object_version_number', '=', objectVersionNumber)
          .returning('flow_device_group.id')
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        await scope.remove('flow_device_group_member').where('flow_device_group_member.group_id', '=', id).execute()
        await writeMembers(scope, id, body.switchIds)
        return id
      }),

    async remove({ params: { id } }, asking) {
      const areaId = await asking.inTenant(async (scope) => {
        await lockFlows(scope.raw, scope.tenantId)
        const group = await deviceGroupOf(scope, asking.language, id)
        if (group.flows > 0) throw new CallFailure('error.flow.used')
        await scope.remove('flow_device_group').where('flow_device_group.id', '=', id).execute()
        return group.areaId
      })
      live.changed(asking.grant.tenantId, 'flowDeviceGroup', id, areaId)
      return 1
    },
  }
}

/** Circuits of the base, each once, that can be told the same; else fails with error.flow.member. */
async function mustBeMembers({ raw, tenantId }: Scope, { language }: Asking, areaId: number, switchIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ kind: SwitchKind }>`select s.kind from switch s join device d on d.id = s.device_id
    where s.tenant_id = ${tenantId} and d.area_id = ${areaId} and s.id = any(${[...switchIds]}::bigint[])`.execute(raw)
  const faces = new Set(rows.map(({ kind }) => statusesOf[kind].join()))
  if (rows.length < switchIds.length || faces.size > 1) throw besideField(language, 'switchIds', 'error.flow.member')
}

const writeMembers = (scope: Scope, groupId: number, switchIds: readonly number[]) =>
  scope
    .insert(
      'flow_device_group_member',
      switchIds.map((switchId, nth) => ({ group_id: groupId, nth, switch_id: switchId })),
    )
    .execute()
