import { type RawBuilder, sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { LAMP_TYPES } from '#contract/insects/insectType'
import type { InsectLine } from '#contract/insects/insectStatistics'
import type { Context } from '../ground/contents.ts'
import { paged } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Language } from '../ground/words.ts'
import { rangeOf } from '../devices/collect.ts'
import { findDevice, mustAllow, newestColumns, toNewest } from '../devices/deviceRows.ts'
import { insectSheet } from './insectSheet.ts'
import { insectName, mustKnow, toInsectType, typeColumns, typePage } from './insectTypes.ts'
import { lampsWanted, type Line, linesOf } from './lines.ts'
import { trainingSet } from './trainingSet.ts'

const toLine = (language: Language, row: Line): InsectLine => ({
  key: row.key,
  source: row.source,
  id: row.id,
  pictureId: row.picture_id,
  concentratorId: row.device_id,
  lampName: row.lamp,
  insectTypeId: row.type_id,
  name: insectName(language, row),
  insectQuantity: row.quantity,
  observedAt: row.at,
  note: row.note,
  objectVersionNumber: row.version,
})

const all = async <Row>(scope: Scope, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(scope.raw)).rows

interface Noted {
  readonly concentratorId: number
  readonly insectTypeId: number
  readonly insectQuantity: number
  readonly observedAt: number
  readonly note: string | null
}
const noted = (body: Noted) => ({
  device_id: body.concentratorId,
  insect_type_id: body.insectTypeId,
  quantity: body.insectQuantity,
  observed_at: body.observedAt,
  note: body.note,
})

/** Fails where the caller may not note anything at this lamp, or of this kind. */
async function mustTake(scope: Scope, asking: Asking, body: Pick<Noted, 'concentratorId' | 'insectTypeId'>): Promise<void> {
  mustAllow(asking.grant, await findDevice(scope, asking, body.concentratorId, LAMP_TYPES), 'edit')
  await mustKnow(scope, [body.insectTypeId])
}

/** What a person noted, as it stands, with its lamp; fails with error.notFound where the caller may not see that. */
async function findNoted(scope: Scope, asking: Asking, id: number) {
  const row = await scope
    .select('insect_observation')
    .select(['insect_observation.id', 'device_id', 'object_version_number'])
    .where('insect_observation.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const lamp = await findDevice(scope, asking, row.device_id, LAMP_TYPES)
  mustAllow(asking.grant, lamp, 'edit')
  return { ...row, area_id: lamp.area_id }
}

async function notedLine(scope: Scope, asking: Asking, id: number, { observedAt, concentratorId }: Noted): Promise<InsectLine> {
  const lines = linesOf(scope, asking, { startTime: observedAt, endTime: observedAt, concentratorId })
  const [row] = await all(scope, sql<Line>`select * from (${lines}) as line where id = ${id}`)
  return toLine(asking.language, row!)
}

/** Counts of insects, every one from the same lines. */
export function insectStatisticsHandlers(context: Context): Handlers<CallGroups['insectStatistics']> {
  const { live } = context
  async function changed(asking: Asking, line: InsectLine): Promise<InsectLine> {
    const areaId = await asking.inTenant(async (scope) => (await findDevice(scope, asking, line.concentratorId)).area_id)
    live.changed(asking.grant.tenantId, 'insectObservation', line.id, areaId)
    return line
  }
  return {
    typeList: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const { startTime, endTime } = query
        let types = scope.select('insect_type').select(typeColumns)
        if (startTime !== undefined && endTime !== undefined) {
          const lines = linesOf(scope, asking, { ...query, startTime, endTime })
          types = types.where(sql<boolean>`insect_type.id in (select type_id from (${lines}) as line)`)
        }
        return (await types.orderBy('code').execute()).map((row) => toInsectType(asking.language, row))
      }),
    typePage: ({ query }, asking) => typePage(asking, query),

    async add({ body }, asking) {
      const line = await asking.inTenant(async (scope) => {
        await mustTake(scope, asking, body)
        const { id } = await scope
          .insert('insect_observation', [noted(body)])
          .returning('id')
          .executeTakeFirstOrThrow()
        return notedLine(scope, asking, id, body)
      })
      return changed(asking, line)
    },
    async edit({ body }, asking) {
      const line = await asking.inTenant(async (scope) => {
        const row = await findNoted(scope, asking, body.id)
        await mustTake(scope, asking, body)
        if (row.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        await scope
          .update('insect_observation')
          .set({ ...noted(body), object_version_number: row.object_version_number + 1 })
          .where('insect_observation.id', '=', row.id)
          .execute()
        return notedLine(scope, asking, row.id, body)
      })
      return changed(asking, line)
    },
    async remove({ params }, asking) {
      const areaId = await asking.inTenant(async (scope) => {
        const row = await findNoted(scope, asking, params.id)
        await scope.remove('insect_observation').where('insect_observation.id', '=', row.id).execute()
        return row.area_id
      })
      live.changed(asking.grant.tenantId, 'insectObservation', params.id, areaId)
      return 1
    },

    trend: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const { timeZone, tenantId } = asking.grant
        const lamp = await findDevice(scope, asking, query.concentratorId, LAMP_TYPES)
        const rows = await all(
          scope,
          sql<Line & { day: string }>`
            select to_char(to_timestamp(at / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD') as day, type_id, zh_name, en_name, sum(quantity)::int as quantity
            from (${linesOf(scope, asking, query)}) as line group by 1, 2, 3, 4 order by 1, type_id nulls last`,
        )
        return rows.map((row) => ({
          creationDate: row.day,
          insectTypeId: row.type_id,
          name: insectName(asking.language, row),
          insectQuantity: row.quantity,
          concentratorId: lamp.id,
          tenantId,
        }))
      }),
    pieChart: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const rows = await all(
          scope,
          sql<Line>`select type_id, zh_name, en_name, sum(quantity)::int as quantity from (${linesOf(scope, asking, query)}) as line
            group by 1, 2, 3 order by 4 desc, type_id nulls last`,
        )
        return rows.map((row) => ({ insectTypeId: row.type_id, name: insectName(asking.language, row), insectQuantity: row.quantity }))
      }),
    list: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const { insectTypeId } = query
        const kind = insectTypeId === undefined ? sql`true` : sql`type_id = ${insectTypeId}`
        const lines = sql<Line>`select * from (${linesOf(scope, asking, query)}) as line where ${kind}`
        const page = await paged(
          query,
          ({ limit, offset }) => all(scope, sql<Line>`${lines} order by at desc, key limit ${limit} offset ${offset}`),
          async () => (await all(scope, sql<{ n: number }>`select count(*)::int as n from (${lines}) as found`))[0]!.n,
        )
        return { ...page, content: page.content.map((row) => toLine(asking.language, row)) }
      }),
    count: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const [row] = await all(
          scope,
          sql<{ insectQuantity: number; unclassified: number; pictures: number; notes: number }>`
            select coalesce(sum(quantity), 0)::int as "insectQuantity",
              coalesce(sum(quantity) filter (where type_id is null), 0)::int as unclassified,
              count(distinct picture_id)::int as pictures, count(id)::int as notes
            from (${linesOf(scope, asking, query)}) as line`,
        )
        return row!
      }),
    export: ({ query }, asking) => insectSheet(context, asking, query),
    aggregate: ({ query }, asking) =>
      asking.inTenant((scope) =>
        all(
          scope,
          sql<{ concentratorId: number; name: string; insectQuantity: number; pictures: number }>`
            select device.id as "concentratorId", device.name, coalesce(sum(line.quantity), 0)::int as "insectQuantity",
              count(distinct line.picture_id)::int as pictures
            from device left join (${linesOf(scope, asking, query)}) as line on line.device_id = device.id
            where ${lampsWanted(scope, asking, query)} group by device.id order by 3 desc, device.name, device.id limit 10000`,
        ),
      ),
    pestStatistics: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const { from, to } = rangeOf(query, asking)
        const rows = await all(
          scope,
          sql<
            { concentratorId: number; name: string; insectQuantity: number } & Record<
              'pictures' | 'corrected' | 'waiting' | 'failed',
              number
            >
          >`
            select device.id as "concentratorId", device.name, coalesce(found.quantity, 0)::int as "insectQuantity",
              p.pictures, p.corrected, p.waiting, p.failed
            from device
            left join (select device_id, sum(quantity) as quantity from (${linesOf(scope, asking, query)}) as line group by 1) as found
              on found.device_id = device.id
            cross join lateral (
              select count(*)::int as pictures, count(drawn_round)::int as corrected, (count(*) filter (where state = 'waiting'))::int as waiting,
                (count(*) filter (where state = 'failed'))::int as failed
              from insect_picture where device_id = device.id and taken_at >= ${from} and taken_at < ${to}
            ) as p
            where ${lampsWanted(scope, asking, query)} order by device.name, device.id limit 10000`,
        )
        const ids = rows.map(({ concentratorId }) => concentratorId)
        const items =
          ids.length === 0
            ? []
            : await scope
                .select('item')
                .select(newestColumns)
                .where('item.code', '=', 'insects')
                .where('item.device_id', 'in', ids)
                .execute()
        const saidBy = new Map(items.map((item) => [item.device_id, toNewest(asking.language, item)]))
        return rows.map((row) => ({ ...row, said: saidBy.get(row.concentratorId) ?? null }))
      }),
    trainingSet: ({ query }, asking) => trainingSet(context, asking, query),
  }
}
