import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { toTrace } from '../run/traces.ts'
import { namesOfSwitches } from '../switchNames.ts'
import { runColumns, runOf, toRun } from './runRows.ts'

/** What flows did, and what did not run. */
export const flowRunHandlers = ({ clock, live }: Pick<Context, 'clock' | 'live'>): Handlers<CallGroups['flowRun']> => ({
  page: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      let rows = scope.select('flow_run').where('flow_run.area_id', '=', query.areaId)
      if (query.flowId != null) rows = rows.where('flow_run.flow_id', '=', query.flowId)
      if (query.state) rows = rows.where('flow_run.state', '=', query.state)
      const page = await readPage(query, rows, (all) =>
        all.select(runColumns).orderBy('flow_run.at', 'desc').orderBy('flow_run.id', 'desc'),
      )
      return { ...page, content: page.content.map(toRun) }
    }),

  get: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const run = await runOf(scope, params.id)
      const kept = await scope
        .select('flow_version')
        .select('flow_version.definition')
        .where('flow_version.flow_id', '=', run.flowId)
        .where('flow_version.version', '=', run.version)
        .executeTakeFirst()
      const traces = await scope
        .select('flow_trace')
        .selectAll('flow_trace')
        .where('flow_trace.run_id', '=', run.id)
        .orderBy('flow_trace.nth')
        .execute()
      const said = traces.map(toTrace)
      const nameOf = await namesOfSwitches(
        scope,
        asking.language,
        said.flatMap(({ command }) => command?.switchId ?? []),
      )
      const named = said.map((one) =>
        one.command === null
          ? one
          : { ...one, command: { ...one.command, switchName: nameOf(one.command.switchId, one.command.switchName) } },
      )
      return { ...run, definition: kept?.definition ?? null, traces: named }
    }),

  async stop({ params }, asking) {
    const now = Math.floor(clock())
    const run = await asking.inTenant(async (scope) => {
      await scope
        .update('flow_run')
        .set({ stop: sql<string>`coalesce(stop, 'stopped')`, look_at: now })
        .where('flow_run.id', '=', params.id)
        .where('flow_run.state', 'in', ['waiting', 'running'])
        .execute()
      return runOf(scope, params.id)
    })
    live.changed(asking.grant.tenantId, 'flowRun', run.id, run.areaId)
    return run
  },
})
