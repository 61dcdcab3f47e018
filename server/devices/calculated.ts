import { CompiledQuery } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { MAX_ITEMS } from '#contract/devices/collect'
import { flowUnit, type FormulaName, formulas, isOfDay } from '#contract/devices/formula'
import { itemFace } from '#contract/devices/itemCode'
import type { FieldFaultKey } from '#contract/core/fieldFault'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { dayOf, dayValues, type Db, type Definition, pairValues } from '../ground/ingest/calculated.ts'
import type { Services } from '../ground/services.ts'
import { findDevice, findFor, type Reader } from './deviceRows.ts'
import { itemsOf, lockItem, toItem } from './itemRows.ts'
import { givenName, itemName } from './words.ts'

interface Asked {
  readonly formula: FormulaName
  readonly firstId: number
  readonly secondId?: number | null | undefined
}
const FIELDS = ['firstId', 'secondId'] as const

/** The sources of a formula as they stand, with the unit of what it gives; fails beside the source that does not fit. */
async function sourcesOf(scope: Scope, { language }: Reader, deviceId: number, { formula, firstId, secondId }: Asked) {
  const { sources, unit } = formulas[formula]
  const ids = sources.length === 1 ? [firstId] : [firstId, secondId ?? null]
  const fault = (at: number, key: FieldFaultKey) => faultyField(language, FIELDS[at]!, key)
  const found = []
  for (const [at, id] of ids.entries()) {
    if (id === null) throw fault(at, 'required')
    if (at > 0 && id === firstId) throw fault(at, 'sourceTwice')
    const row = await scope
      .select('item')
      .select(['item.id', 'item.unit', 'item.icon', 'item.last_ts', 'item.last_place'])
      .where('item.id', '=', id)
      .where('item.device_id', '=', deviceId)
      .executeTakeFirst()
    if (!row) throw notFound()
    const calculation = await scope.select('calculation').select('item_id').where('item_id', '=', id).executeTakeFirst()
    if (calculation) throw fault(at, 'sourceCalculated')
    const wanted = sources[at]!.unit
    if (wanted !== null && row.unit !== wanted) throw fault(at, 'sourceUnit')
    found.push(row)
  }
  const [first, second] = [found[0]!, found[1] ?? null]
  if (second !== null && unit === null && second.unit !== first.unit) throw fault(1, 'sourceUnit')
  const flow = formula === 'dayVolume' ? flowUnit(first.unit) : null
  if (formula === 'dayVolume' && flow === null) throw fault(0, 'sourceUnit')
  return {
    first,
    second,
    unit: flow?.unit ?? unit ?? first.unit,
    row: { formula, first_id: first.id, second_id: second?.id ?? null, per_ms: flow?.perMs ?? null },
  }
}

/** The code of the next item of a formula: no device has it, and none may take it. */
async function freeCode(scope: Scope, deviceId: number, formula: FormulaName): Promise<{ code: string; position: number }> {
  const rows = await scope.select('item').select(['item.code', 'item.position']).where('item.device_id', '=', deviceId).execute()
  if (rows.length >= MAX_ITEMS) throw new CallFailure('error.item.tooMany', { most: MAX_ITEMS })
  const taken = new Set(rows.map(({ code }) => code))
  let code: string = formula
  for (let ordinal = 2; taken.has(code); ordinal++) code = `${formula}${ordinal}`
  return { code, position: Math.max(-1, ...rows.map(({ position }) => position)) + 1 }
}

const throughScope = ({ raw }: Scope): Db => ({ query: (text, values) => raw.executeQuery(CompiledQuery.raw(text, values)) as never })

/** Items that are calculated from others of their device. */
export function calculatedHandlers({ live, broker }: Pick<Services, 'live' | 'broker'>): Handlers<CallGroups['calculated']> {
  async function tell(tenantId: number, { id, device_id, area_id }: { id: number; device_id: number; area_id: number }): Promise<void> {
    await broker.learn(device_id)
    live.changed(tenantId, 'item', id, area_id)
  }

  return {
    async make({ params, body }, asking) {
      const { made, item } = await asking.inTenant(async (scope) => {
        const device = await findFor('edit', scope, asking, params.id)
        // Held, so that two at once take different codes.
        await scope.select('device').select('device.id').where('device.id', '=', device.id).forUpdate().execute()
        const { unit, row, first } = await sourcesOf(scope, asking, device.id, body)
        const { code, position } = await freeCode(scope, device.id, body.formula)
        const name = givenName(code, body.name)
        // A second of a formula without a quantity of its own would be called by its code.
        if (name === null && itemName(asking.language, { code, name }) === code) throw faultyField(asking.language, 'name', 'required')
        const icon = itemFace(code)?.icon ?? first.icon
        const created = await scope
          .insert('item', [{ device_id: device.id, area_id: device.area_id, code, name, unit, icon, position }])
          .returning(['item.id', 'item.device_id', 'item.area_id'])
          .executeTakeFirstOrThrow()
        await scope.insert('calculation', [{ item_id: created.id, device_id: device.id, ...row }]).execute()
        return { made: created, item: await itemsOf(scope).where('item.id', '=', created.id).executeTakeFirstOrThrow() }
      })
      await tell(asking.grant.tenantId, made)
      return toItem(asking.language)(item)
    },

    async change({ body }, asking) {
      const { changed, item } = await asking.inTenant(async (scope) => {
        const row = await lockItem(scope, asking, body.id, body.objectVersionNumber)
        const { unit, row: set } = await sourcesOf(scope, asking, row.device_id, body)
        const { numUpdatedRows } = await scope.update('calculation').set(set).where('item_id', '=', row.id).executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw new CallFailure('error.item.notCalculated')
        await scope
          .update('item')
          .set({ unit, object_version_number: row.object_version_number + 1 })
          .where('item.id', '=', row.id)
          .execute()
        return { changed: row, item: await itemsOf(scope).where('item.id', '=', row.id).executeTakeFirstOrThrow() }
      })
      await tell(asking.grant.tenantId, changed)
      return toItem(asking.language)(item)
    },

    async remove({ params, query }, asking) {
      const gone = await asking.inTenant(async (scope) => {
        const row = await lockItem(scope, asking, params.id, query.objectVersionNumber)
        const calculation = await scope.select('calculation').select('item_id').where('item_id', '=', row.id).executeTakeFirst()
        if (!calculation) throw new CallFailure('error.item.notCalculated')
        await scope.remove('item').where('item.id', '=', row.id).execute()
        return row
      })
      await tell(asking.grant.tenantId, gone)
      return 1
    },

    trial: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, params.id)
        const { first, second, unit, row } = await sourcesOf(scope, asking, device.id, query)
        const moments = [first, second].flatMap((one) => (one?.last_ts == null ? [] : [{ ts: one.last_ts, place: one.last_place }]))
        const newest = moments.toSorted((one, other) => other.ts - one.ts || other.place - one.place)[0]
        if (newest === undefined) return { ts: null, value: null, unit }
        const { reporting_period } = device
        const definition: Definition = { ...row, reporting_period, time_zone: asking.grant.timeZone }
        const db = throughScope(scope)
        if (!isOfDay(query.formula)) {
          const [value] = await pairValues(db, [{ ...newest, definition }])
          return { ts: newest.ts, value: value!, unit }
        }
        const start = dayOf(newest.ts, definition.time_zone)
        const totals = await dayValues(db, definition, { targetId: 0, start, from: newest })
        return { ts: newest.ts, value: totals.at(-1)?.value ?? null, unit }
      }),
  }
}
