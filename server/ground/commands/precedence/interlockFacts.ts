import type { Need, Unmet } from '#contract/devices/interlock'
import type { Ask } from '../repository.ts'
import { reasonWith } from './reasons.ts'
import { SILENT_PERIODS } from '../../presence/presenceRows.ts'
import type { Facts } from './interlockJudge.ts'

/** The row of an interlock. */
export interface InterlockRow {
  readonly id: number
  readonly name: string
  readonly circuit: number | null
  readonly need: Need
  readonly grace_ms: number
}

// A server that has just started knows nobody yet: what was heard within the time that makes a silence still counts.
const SWITCHES = `select s.id, s.status, d.presence = 'online'
    or d.presence = 'unknown' and coalesce(h.heard_at, d.heard_at, 0) > $2::bigint - ${SILENT_PERIODS} * d.reporting_period::bigint as is_there
  from switch s join device d on d.id = s.device_id left join device_heard h on h.device_id = d.id where s.id = any($1::bigint[])`
const ITEMS = `select i.id, i.last_value as value, i.last_ts as at, ${SILENT_PERIODS} * d.reporting_period::bigint as lasts
  from item i join device d on d.id = i.device_id where i.id = any($1::bigint[])`

/** What is known of all that these need: two statements, however many. */
export async function readFacts(ask: Ask, needs: readonly Need[], now: number): Promise<Facts> {
  const switchIds = needs.flatMap((need) => (need.kind === 'anyOpen' ? need.switchIds : []))
  const itemIds = needs.flatMap((need) => (need.kind === 'itemAbove' ? [need.itemId] : []))
  const switches =
    switchIds.length === 0 ? [] : (await ask<{ id: number; status: number | null; is_there: boolean }>(SWITCHES, [switchIds, now])).rows
  const items =
    itemIds.length === 0 ? [] : (await ask<{ id: number; value: number | null; at: number | null; lasts: number }>(ITEMS, [itemIds])).rows
  return {
    switches: new Map(switches.map(({ id, status, is_there: isThere }) => [id, { status, isThere }])),
    items: new Map(items.map(({ id, ...item }) => [id, item])),
  }
}

/** As rows and messages say that an interlock forbids something: which one, and what is lacking. */
export const lackOf = (name: string, lacking: Unmet): string => reasonWith(`lacks.${lacking}`, { interlock: name })
