import type { CallRequest } from '#contract/core/call'
import type { farmLogCalls, LogRow } from '#contract/farm/log'
import { besideField } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { faultyField } from '../../ground/http/faults.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { type Found, heldIn, type LogAsk, type LogEdge, type Source } from './ask.ts'
import { clearedSource, commandSource, raisedSource } from './devices.ts'
import { cameraSource, noteSource } from './notes.ts'
import { activitySource, harvestSource, taskSource } from './work.ts'

type Narrowing = CallRequest<typeof farmLogCalls.export>['query']
/** The highest rank first. */
const SOURCES: readonly Source[] = [
  noteSource,
  activitySource,
  taskSource,
  harvestSource,
  cameraSource,
  commandSource,
  clearedSource,
  raisedSource,
]

const EDGE = /^(\d{1,15})\.(\d)\.([0-9a-f-]{1,36})$/
const NUMBER = /^\d{1,15}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Where a page ended, of `next` of its answer. */
function edgeOf(asking: Asking, given: string | undefined): LogEdge | null {
  if (!given) return null
  const [, at, rank, id = ''] = EDGE.exec(given) ?? []
  const source = SOURCES.find((one) => one.rank === Number(rank))
  if (at === undefined || !source || !(source === commandSource ? UUID : NUMBER).test(id)) throw faultyField(asking.language, 'after')
  return { at: Number(at), rank: source.rank, id }
}

/** What is asked for, in the bases that the caller sees. */
export async function askOf(
  scope: Scope,
  asking: Asking,
  query: Narrowing & { readonly after?: string | undefined },
  limit: number,
): Promise<LogAsk> {
  const moment = (name: 'from' | 'to') => {
    const given = query[name]
    if (given == null || given === '') return null
    const at = zonedMoment(given, asking.grant.timeZone, name === 'from' ? 'start' : 'end')
    if (at === null) throw faultyField(asking.language, name)
    return at
  }
  const [from, to] = [moment('from'), moment('to')]
  if (from !== null && to !== null && from >= to) throw besideField(asking, 'error.input.invalid', 'to', 'spanOrder')
  let areas = scope.select('area').select('area.id')
  if (query.areaId !== undefined) areas = areas.where('area.id', '=', query.areaId)
  return {
    scope,
    asking,
    areas: (await areas.execute()).map(({ id }) => id),
    landId: query.landId,
    batchId: query.batchId,
    level: query.level,
    userId: query.userId,
    search: query.search,
    from,
    to,
    after: edgeOf(asking, query.after),
    limit,
  }
}

/** The newest rows of a source, where the caller may read it. */
async function newestOf(ask: LogAsk, source: Source): Promise<readonly Found[]> {
  const areas = source.codes === null ? ask.areas : heldIn(ask.asking.grant, ask.areas, source.codes)
  if (areas.length === 0) return []
  return (await source.newest({ ...ask, areas }).execute(ask.scope.raw)).rows
}

/**
 * The newest rows of the sources: of each no more are read than are wanted of all, and what a person reads of a row only of those that are
 * left. `next` is null where nothing comes after.
 */
export async function readLog(ask: LogAsk, name: Narrowing['source']): Promise<{ content: LogRow[]; next: string | null }> {
  const wanted = SOURCES.filter((source) => name === undefined || source.name === name)
  const found: { source: Source; row: Found }[] = []
  // One connection asks one thing at a time.
  for (const source of wanted) {
    const rows = await newestOf({ ...ask, limit: ask.limit + 1 }, source)
    found.push(...rows.map((row) => ({ source, row })))
  }
  // Each source is in its order already, and sorting keeps it among what is equal.
  const merged = found.toSorted((one, other) => other.row.at - one.row.at || other.source.rank - one.source.rank)
  const shown = merged.slice(0, ask.limit)
  const told = new Map<Source, Awaited<ReturnType<Source['tell']>>>()
  for (const source of wanted) {
    const ids = shown.flatMap((one) => (one.source === source ? [one.row.id] : []))
    if (ids.length > 0) told.set(source, await source.tell(ask, ids))
  }
  const last = shown.at(-1)
  return {
    content: shown.flatMap(({ source, row: { id, at } }): LogRow[] => {
      const words = told.get(source)?.get(id)
      // What is raised and what goes has the id of one alarm.
      return words ? [{ source: source.name, id: source.name === 'alarm' ? `${id}.${source.rank}` : id, at, ...words }] : []
    }),
    next: last && merged.length > shown.length ? `${last.row.at}.${last.source.rank}.${last.row.id}` : null,
  }
}
