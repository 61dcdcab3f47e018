import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { rawOf, UNCORRECTED } from '#contract/devices/calibration'
import { namesOf } from '../ground/crud/byline.ts'
import { setTimer } from '../ground/clock/job.ts'
import { paged } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { APPLY_JOB, LATE_MS } from './applyCalibration.ts'
import { findDevice } from './deviceRows.ts'
import { lockItem } from './itemRows.ts'

const historyOf = (scope: Scope, itemId: number) => scope.select('calibration').where('calibration.item_id', '=', itemId)

/** The calibrations of an item, newest first, each with the one before it. */
async function historyPage(scope: Scope, itemId: number, asked: { page: number; size: number }) {
  const answer = await paged(
    asked,
    ({ limit, offset }) =>
      historyOf(scope, itemId)
        .select(['id', 'created_at', 'created_by', 'since', 'factor', 'offset', 'reason'])
        .select(sql<number | null>`lag(factor) over (order by id)`.as('factor_before'))
        .select(sql<number | null>`lag("offset") over (order by id)`.as('offset_before'))
        .orderBy('calibration.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    async () =>
      (
        await historyOf(scope, itemId)
          .select((of) => of.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
  )
  const names = await namesOf(
    scope,
    answer.content.flatMap(({ created_by }) => created_by ?? []),
  )
  const content = answer.content.map(({ id, created_at, created_by, since, factor, offset, reason, factor_before, offset_before }) => ({
    id,
    madeAt: created_at!,
    madeBy: created_by === null ? null : (names.get(created_by) ?? null),
    since,
    before: factor_before === null ? UNCORRECTED : { factor: factor_before, offset: offset_before! },
    after: { factor, offset },
    reason,
  }))
  return { ...answer, content }
}

/** The newest reading of an item, as it was stored and as the device sent it. */
async function newestReading(scope: Scope, itemId: number) {
  const row = await scope
    .select('item')
    .innerJoin('reading', (join) =>
      join.onRef('reading.item_id', '=', 'item.id').onRef('reading.ts', '=', 'item.last_ts').onRef('reading.place', '=', 'item.last_place'),
    )
    .leftJoin('calibration', 'calibration.id', 'reading.calibration_id')
    .select(['reading.ts', 'reading.value', 'calibration.factor', 'calibration.offset'])
    .where('item.id', '=', itemId)
    .executeTakeFirst()
  if (!row) return null
  const { ts, value, factor, offset } = row
  return { ts, value, raw: value === null || factor === null ? value : rawOf(value, { factor, offset: offset! }) }
}

/** What corrects the readings of items. */
export const calibrationHandlers = ({
  live,
  broker,
  clock,
  config,
}: Pick<Services, 'live' | 'broker' | 'clock' | 'config'>): Handlers<CallGroups['calibration']> => ({
  get: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      const item = await scope
        .select('item')
        .select(['item.id', 'item.device_id', 'item.object_version_number'])
        .where('item.id', '=', params.id)
        .executeTakeFirst()
      if (!item) throw notFound()
      await findDevice(scope, asking, item.device_id)
      const now = await historyOf(scope, item.id).select(['factor', 'offset']).orderBy('calibration.id', 'desc').limit(1).executeTakeFirst()
      return {
        itemId: item.id,
        now: now ?? UNCORRECTED,
        newest: await newestReading(scope, item.id),
        objectVersionNumber: item.object_version_number,
        history: await historyPage(scope, item.id, query),
      }
    }),

  async set({ params, body }, asking) {
    const now = Math.floor(clock())
    if (body.since !== null && (body.since > now || body.since < now - config.retention.readings))
      throw faultyField(asking.language, 'since')
    const made = await asking.inTenant(async (scope) => {
      const item = await lockItem(scope, asking, params.id, body.objectVersionNumber)
      const calculation = await scope.select('calculation').select('item_id').where('item_id', '=', item.id).executeTakeFirst()
      if (calculation) throw new CallFailure('error.item.calculated')
      const { factor, offset, reason } = body
      const { id } = await scope
        .insert('calibration', [
          { device_id: item.device_id, item_id: item.id, since: body.since ?? now, factor, offset, reason: reason.trim() },
        ])
        .returning('calibration.id')
        .executeTakeFirstOrThrow()
      const objectVersionNumber = item.object_version_number + 1
      await scope.update('item').set({ object_version_number: objectVersionNumber }).where('item.id', '=', item.id).execute()
      if (body.since !== null) {
        const timer = { tenantId: scope.tenantId, payload: { itemId: item.id, from: body.since } }
        await setTimer(scope.raw, { name: APPLY_JOB }, { ...timer, key: `${id}`, at: now })
        await setTimer(scope.raw, { name: APPLY_JOB }, { ...timer, key: `${id} late`, at: now + LATE_MS, span: LATE_MS })
      }
      return { item, answer: { id, objectVersionNumber } }
    })
    await broker.learn(made.item.device_id)
    live.changed(asking.grant.tenantId, 'item', made.item.id, made.item.area_id)
    return made.answer
  },
})
