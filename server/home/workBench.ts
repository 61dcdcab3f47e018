import type { CallGroups } from '#contract/calls'
import type { Route } from '#contract/core/route'
import { DEFAULT_ENTRANCES, type WorkBench } from '#contract/home/workBench'
import { routes } from '#contract/routes'
import { notFound } from '../ground/failure.ts'
import type { Grant, Handlers } from '../ground/http/handler.ts'
import { type Language, say } from '../ground/words.ts'
import { mayOpenWith } from './modules.ts'

const byPath = new Map<string, Route>(routes.map((route) => [route.path, route]))

/** What of these the caller may open now, in order: a page that is gone, or that the caller lost, is no entrance. */
function openable(entries: readonly WorkBench[], grant: Grant): WorkBench[] {
  const mayOpen = mayOpenWith(grant)
  const known = new Set<string>()
  return entries
    .toSorted((one, other) => one.sort - other.sort)
    .filter(({ workBenchRoute }) => {
      const route = byPath.get(workBenchRoute)
      if (route == null || !mayOpen(route) || known.has(workBenchRoute)) return false
      known.add(workBenchRoute)
      return true
    })
    .map((entry, sort) => ({ ...entry, sort }))
}

const defaults = (language: Language): WorkBench[] =>
  DEFAULT_ENTRANCES.flatMap((path, sort) => {
    const route = byPath.get(path)
    return route ? [{ workBenchName: say(language, route.title), menuId: path, workBenchIcon: path, workBenchRoute: path, sort }] : []
  })

/** Common entrances are one user's own, in one tenant. */
export const workBenchHandlers = (given: { readonly clock: () => number }): Handlers<CallGroups['workBench']> => ({
  list: ({ params }, { inTenant, caller, grant, language }) => {
    if (params.userId !== caller.userId) throw notFound()
    return inTenant(async (scope) => {
      const row = await scope
        .select('work_bench')
        .select('work_bench.entries')
        .where('work_bench.user_id', '=', caller.userId)
        .executeTakeFirst()
      return openable(row?.entries ?? defaults(language), grant)
    })
  },
  save: ({ body }, { inTenant, caller, grant }) => {
    if (body.userId !== caller.userId) throw notFound()
    const entries = openable(body.farmWorkBenches, grant)
    return inTenant(async (scope) => {
      const row = { entries: JSON.stringify(entries), updated_at: given.clock() }
      await scope
        .insert('work_bench', [{ user_id: caller.userId, ...row }])
        .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(row))
        .execute()
      return entries
    })
  },
})
