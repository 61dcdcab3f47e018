import type { CallGroups } from '#contract/calls'
import type { Flow } from '#contract/flows/flow'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase, nameOf } from '../../ground/database/asked.ts'
import { containing } from '../../ground/database/containing.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { writeStarts } from '../run/start.ts'
import { fromTemplate } from '../templates/adopt.ts'
import { readFitting } from '../templates/fitting.ts'
import { lockFlows } from './asked.ts'
import { groupInOtherBase, inOtherBase } from './copy.ts'
import { setEnabled } from './enable.ts'
import { flowColumns, flowOf, flowsOf, toFlows } from './flowRows.ts'
import { runOf } from './runRows.ts'
import { changeFlow, lockFlow, makeFlow } from './save.ts'
import { nextTimes } from './times.ts'

/** Flows: what they are, whether they are enabled, and their starts by hand. */
export function flowHandlers({ clock, live, watching }: Pick<Context, 'clock' | 'live' | 'watching'>): Handlers<CallGroups['flow']> {
  /** Writes a flow, one writer of a tenant at a time, and tells of it. */
  async function writing(asking: Asking, act: (scope: Scope, now: number) => Promise<{ id: number }>): Promise<Flow> {
    const { tenantId } = asking.grant
    const now = Math.floor(clock())
    const flow = await asking.inTenant(async (scope) => {
      await lockFlows(scope.raw, tenantId)
      const { id } = await act(scope, now)
      return flowOf(scope, watching, id)
    })
    live.changed(tenantId, 'flow', flow.id, flow.areaId)
    return flow
  }

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        let rows = flowsOf(scope).where('flow.area_id', '=', query.areaId)
        if (query.name?.trim()) rows = rows.where('flow.name', '~', containing(query.name))
        if (query.groupId != null) rows = rows.where('flow.group_id', '=', query.groupId)
        if (query.state) rows = rows.where('flow.enabled_flag', '=', query.state === 'disabled' ? 0 : 1)
        if (query.state === 'enabled') rows = rows.where('flow.run_state', 'is', null)
        else if (query.state && query.state !== 'disabled') rows = rows.where('flow.run_state', '=', query.state)
        const page = await readPage(query, rows, (all) => all.select(flowColumns).orderBy('flow.name').orderBy('flow.id'))
        return { ...page, content: await toFlows(scope, watching, page.content) }
      }),

    times: ({ query }, asking) => nextTimes(query, asking, Math.floor(clock())),

    get: ({ params }, asking) => asking.inTenant((scope) => flowOf(scope, watching, params.id)),

    add: ({ body }, asking) => writing(asking, (scope, now) => makeFlow(scope, asking, body, now)),

    edit: ({ params, body }, asking) => writing(asking, (scope, now) => changeFlow(scope, asking, params.id, body, now)),

    async enable({ params, body }, asking) {
      const flow = await writing(asking, (scope, now) => setEnabled(scope, params.id, body.enabledFlag, now))
      if (body.enabledFlag === 0) live.changed(asking.grant.tenantId, 'flowRun', null, flow.areaId)
      return flow
    },

    async remove({ params }, asking) {
      const areaId = await asking.inTenant(async (scope) => {
        await lockFlows(scope.raw, scope.tenantId)
        const row = await lockFlow(scope, params.id)
        const open = await scope
          .select('flow_run')
          .select('flow_run.id')
          .where('flow_run.flow_id', '=', row.id)
          .where('flow_run.state', 'in', ['waiting', 'running'])
          .limit(1)
          .executeTakeFirst()
        if (row.enabled_flag === 1 || open) throw new CallFailure('error.flow.enabled')
        await scope.remove('flow').where('flow.id', '=', row.id).execute()
        return row.area_id
      })
      live.changed(asking.grant.tenantId, 'flow', params.id, areaId)
      live.changed(asking.grant.tenantId, 'flowRun', null, areaId)
      return 1
    },

    async run({ params }, asking) {
      const now = Math.floor(clock())
      const run = await asking.inTenant(async (scope) => {
        // Locked: whoever disables it meanwhile ends what is started here.
        const row = await lockFlow(scope, params.id)
        const { userId } = asking.caller
        const cause = { kind: 'hand' as const, by: await nameOf(scope, userId) }
        const [id] = await writeStarts(scope.raw, scope.tenantId, [{ flowId: row.id, cause, onceKey: null, userId }], now)
        if (id === undefined) throw new CallFailure('error.flow.disabled')
        return runOf(scope, id)
      })
      live.changed(asking.grant.tenantId, 'flowRun', run.id, run.areaId)
      return run
    },

    copy: ({ params, body: { areaId, name } }, asking) =>
      writing(asking, async (scope, now) => {
        const { area_id: from, note, group_id: groupId, definition } = await lockFlow(scope, params.id)
        if (areaId === from) return makeFlow(scope, asking, { areaId, name, note, groupId, definition }, now)
        await mustSeeBase(scope, areaId)
        const there = {
          groupId: await groupInOtherBase(scope, groupId, areaId),
          definition: await inOtherBase(scope, definition, from, areaId),
        }
        return makeFlow(scope, asking, { areaId, name, note, ...there }, now)
      }),

    adopt: ({ body: { areaId, template } }, asking) =>
      writing(asking, async (scope, now) => {
        await mustSeeBase(scope, areaId)
        const devices = await readFitting(scope.raw, scope.tenantId, areaId)
        const { userId } = asking.caller
        return makeFlow(scope, asking, fromTemplate(template, { areaId, devices, userId, language: asking.language }), now)
      }),

    versions: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const { id } = await flowOf(scope, watching, params.id)
        const rows = await scope
          .select('flow_version')
          .select(['version', 'name', 'definition', 'saved_at as savedAt', 'saved_by as savedBy'])
          .where('flow_version.flow_id', '=', id)
          .orderBy('version', 'desc')
          .execute()
        return rows
      }),
  }
}
