import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { simCard } from '#contract/organization/simCard'
import { MAX_USAGE_MB, MAX_USAGE_ROWS, type SimUsageRow, simUsageSheet } from '#contract/organization/simUsageSheet'
import type { Context } from '../../ground/contents.ts'
import type { ReadCells } from '../../ground/crud/cellsJob.ts'
import { sheetJobs } from '../../ground/crud/foreignJobs.ts'
import { headsOf, readSheet, type SheetFault, sheetTitle } from '../../ground/crud/sheet.ts'
import { uploadedCells } from '../../ground/crud/uploadedCells.ts'
import type { Scope } from '../../ground/database/scope.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { say } from '../../ground/words.ts'
import { monthAt } from './standing.ts'

interface Lawful {
  readonly cardId: number
  readonly areaId: number
  readonly month: string
  readonly usedMb: number
}

/** What a spreadsheet comes to: amounts of cards that the caller may change, and what is wrong with its rows. */
async function judged(scope: Scope, asking: Asking, read: ReadCells, leftOut: readonly string[] | null) {
  const given = { ...read, ids: async () => new Map(), preset: {}, most: MAX_USAGE_ROWS, leftOut }
  const sheet = await readSheet(simUsageSheet, asking, given)
  const rows = sheet.records.map(({ row, values }) => ({ row, ...(values as SimUsageRow) }))
  const cards = await scope
    .select('sim_card')
    .select(['sim_card.id', 'sim_card.area_id', 'sim_card.iccid'])
    .where(sql<boolean>`sim_card.iccid = any(${[...new Set(rows.map(({ iccid }) => iccid))]}::text[])`)
    .execute()
  const byIccid = new Map(cards.map((card) => [card.iccid, card]))
  const said = await scope
    .select('sim_usage')
    .select(['sim_usage.sim_card_id', 'sim_usage.month', 'sim_usage.used_mb'])
    .where(sql<boolean>`sim_usage.sim_card_id = any(${cards.map(({ id }) => id)}::bigint[])`)
    .execute()
  const before = new Map(said.map((one) => [`${one.sim_card_id} ${one.month}`, one.used_mb]))
  const counts = { new: 0, changed: 0, same: 0, duplicates: 0 }
  const faults: SheetFault[] = []
  const lawful: Lawful[] = []
  const rowOf = new Map<string, number>()
  for (const { row, iccid, month: given, usedMb } of rows) {
    const month = given.slice(0, 7)
    const blame = (field: keyof SimUsageRow, key: string, params: Record<string, number> = {}) => {
      faults.push({ row, field, message: say(asking.language, `errors:field.${key}`, params) })
    }
    const card = byIccid.get(iccid)
    if (card === undefined) blame('iccid', 'simUnknown')
    // The template has every card: whoever has nothing to say of one leaves it empty.
    else if (usedMb !== null) {
      const key = `${iccid} ${month}`
      const was = before.get(`${card.id} ${month}`)
      if (rowOf.has(key)) blame('month', 'sameInRow', { row: rowOf.get(key)! })
      else if (was === usedMb) counts.same += 1
      else {
        counts[was === undefined ? 'new' : 'changed'] += 1
        lawful.push({ cardId: card.id, areaId: card.area_id, month, usedMb })
      }
      rowOf.set(key, rowOf.get(key) ?? row)
    }
  }
  return { rows: sheet.rows, counts, duplicates: [], unknownHeads: sheet.unknownHeads, lawful, faults: sheet.told(faults) }
}

async function write(scope: Scope, lawful: readonly Lawful[], said: { at: number; by: number }): Promise<void> {
  const given = JSON.stringify(lawful.map(({ cardId, month, usedMb }) => ({ id: cardId, month, used: usedMb })))
  // In the order of their keys, so that of two spreadsheets brought at once one waits for the other.
  await sql`insert into sim_usage (tenant_id, sim_card_id, month, used_mb, said_at, said_by)
    select ${scope.tenantId}, g.id, g.month, g.used, ${said.at}::bigint, ${said.by}::bigint
    from jsonb_to_recordset(${given}::jsonb) as g(id bigint, month text, used double precision) order by g.id, g.month
    on conflict (sim_card_id, month) do update set used_mb = excluded.used_mb, said_at = excluded.said_at, said_by = excluded.said_by`.execute(
    scope.raw,
  )
}

/** What cards used by month from a spreadsheet: judged row by row, and written all at once or not at all. */
export function simUsageSheetHandlers(
  context: Pick<Context, 'serviceDb' | 'foreign' | 'files' | 'live' | 'clock'>,
): Handlers<CallGroups['simUsageSheet']> {
  const { foreign, live, clock } = context
  return {
    async template(_, asking) {
      const { grant, language } = asking
      const cards = await asking.inTenant((scope) =>
        scope
          .select('sim_card')
          .select(['sim_card.iccid', monthAt(clock()).as('month')])
          .where('sim_card.card_state', '<>', 'expired')
          .orderBy('sim_card.iccid')
          .limit(MAX_USAGE_ROWS)
          .execute(),
      )
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: sheetTitle(simUsageSheet, language),
        heads: headsOf(simUsageSheet, language),
        rows: Buffer.from(JSON.stringify(cards.map(({ iccid, month }) => [iccid, month, null]))),
      }))
    },

    async check({ params }, asking) {
      const cells = await uploadedCells(context, asking, params.uuid, MAX_USAGE_MB)
      const { lawful: _, ...found } = await asking.inTenant((scope) => judged(scope, asking, cells, null))
      return { ...found, committed: false }
    },

    async bring({ body }, asking) {
      const cells = await uploadedCells(context, asking, body.fileId, MAX_USAGE_MB)
      const done = await asking.inTenant(async (scope) => {
        const found = await judged(scope, asking, cells, body.leftOut)
        const isWhole = found.faults.length === 0
        if (isWhole) await write(scope, found.lawful, { at: clock(), by: asking.caller.userId })
        return { ...found, lawful: isWhole ? found.lawful : [], committed: isWhole }
      })
      for (const areaId of new Set(done.lawful.map((one) => one.areaId))) live.changed(asking.grant.tenantId, simCard.name, null, areaId)
      const { lawful: _, ...report } = done
      return report
    },
  }
}
