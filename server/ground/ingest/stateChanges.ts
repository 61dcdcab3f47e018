import type pg from 'pg'
import { bigints, ints } from './columns.ts'

/** What a device said of a switch; `at` is the server's time of its arrival, ms UTC. */
export interface StateWord {
  readonly switchId: number
  readonly tenantId: number
  readonly at: number
  readonly status: number
}
/** The newest change that is kept of a switch. */
export type LastChange = Pick<StateWord, 'at' | 'status'>

/** For the answer of a statement on switch: the newest change of the row, as [at, status], null where none is kept. */
export const LAST_CHANGE = `(
  select array[c.at, c.status::bigint] from switch_change c where c.switch_id = switch.id order by c.at desc, c.id desc limit 1
)`

// Of one time the later word is the later change: the ids are given out in the order of arrival.
const APPEND = `
insert into switch_change (switch_id, at, status, tenant_id)
select switch_id, at, status, tenant_id from unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[]) with ordinality
  as n(switch_id, at, status, tenant_id, nr) order by nr`

const PUT_IN_PLACE = `
with before as (
  select status from switch_change where switch_id = $1::bigint and at <= $2::bigint order by at desc, id desc limit 1
), kept as (
  insert into switch_change (switch_id, at, status, tenant_id)
  select $1::bigint, $2::bigint, $3::int, $4::bigint where $3::int is distinct from (select status from before) returning 1
), after as (
  select at, id, status from switch_change where switch_id = $1::bigint and at > $2::bigint order by at, id limit 1
)
delete from switch_change c using after
where exists (select from kept) and c.switch_id = $1::bigint and c.at = after.at and c.id = after.id and after.status = $3::int`

/**
 * Keeps of these words, given in the order of their arrival, those that change something: each that differs from the one before it in
 * time. A word that is older than the newest change (the clock was set back) is put in its place, and the change after it goes where it
 * now says the same. `last` is the newest change of each of the switches.
 */
export async function keepChanges(
  db: pg.ClientBase,
  words: readonly StateWord[],
  last: ReadonlyMap<number, LastChange | null>,
): Promise<void> {
  const newest = new Map(last)
  const unordered = new Set<number>()
  const changes: StateWord[] = []
  for (const word of words) {
    const before = newest.get(word.switchId)
    if (before != null && word.at < before.at) unordered.add(word.switchId)
    else if (before?.status !== word.status) {
      changes.push(word)
      newest.set(word.switchId, word)
    }
  }
  const appended = changes.filter(({ switchId }) => !unordered.has(switchId))
  if (appended.length > 0)
    await db.query({
      name: 'append changes',
      text: APPEND,
      values: [
        bigints(appended.map(({ switchId }) => switchId)),
        bigints(appended.map(({ at }) => at)),
        ints(appended.map(({ status }) => status)),
        bigints(appended.map(({ tenantId }) => tenantId)),
      ],
    })
  if (unordered.size === 0) return
  for (const { switchId, at, status, tenantId } of words)
    if (unordered.has(switchId)) await db.query(PUT_IN_PLACE, [switchId, at, status, tenantId])
}
