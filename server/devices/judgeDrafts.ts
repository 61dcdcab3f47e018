import { sql } from 'kysely'
import type { NewDevice } from '#contract/devices/deviceSheet'
import type { DeviceType } from '#contract/devices/deviceType'
import type { SheetFault } from '../ground/crud/sheet.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Asking } from '../ground/http/handler.ts'
import { say } from '../ground/words.ts'
import { MINUTE_MS } from './deviceRecord.ts'
import { devicesOf, mayOn } from './deviceRows.ts'

/** A row whose cells are lawful each for itself. */
export interface Drafted {
  readonly row: number
  readonly values: NewDevice
}
/** One that may be made: its plot, and the device it stands behind, by its id or as a row of the same spreadsheet. */
export interface Lawful extends Drafted {
  readonly landId: number | null
  readonly before: number | { readonly eui: string } | null
}
export interface Judged {
  readonly lawful: readonly Lawful[]
  readonly faults: readonly SheetFault[]
  /** How many are there already as their rows say. */
  readonly same: number
}

const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))]

/** What drafts name of the tenant, read in three statements, however many rows. */
async function readNamed(scope: Scope, asking: Asking, drafts: readonly Drafted[]) {
  const all = drafts.map(({ values }) => values)
  const euis = sql<boolean>`device.eui = any(${distinct(all.map(({ eui }) => eui))}::text[])`
  const taken = await scope.raw.selectFrom('device').select('eui').where('tenant_id', '=', scope.tenantId).where(euis).execute()
  const seen = await devicesOf(scope, asking.grant)
    .leftJoin('land', 'land.id', 'device.land_id')
    .leftJoin('device as front', 'front.id', 'device.parent_id')
    .select(['device.name', 'device.eui', 'device.device_type as deviceType', 'device.area_id as areaId', 'device.iccid'])
    .select(['device.longitude', 'device.latitude', 'device.reporting_period', 'land.land_name as landName', 'front.eui as gatewayEui'])
    .where(euis)
    .execute()
  const lands = await scope
    .select('land')
    .select(['land.id', 'land.area_id', 'land.land_name'])
    .where(sql<boolean>`land.land_name = any(${distinct(all.map(({ landName }) => landName))}::text[])`)
    .execute()
  const parents = await devicesOf(scope, asking.grant)
    .select(['device.id', 'device.eui', 'device.parent_id'])
    .where(sql<boolean>`device.eui = any(${distinct(all.map(({ gatewayEui }) => gatewayEui))}::text[])`)
    .execute()
  return {
    taken: new Set(taken.map(({ eui }) => eui)),
    seen: new Map(seen.map((one) => [one.eui, one])),
    lands: Map.groupBy(lands, ({ area_id, land_name }) => `${area_id}/${land_name}`),
    parents: new Map(parents.map((parent) => [parent.eui, parent])),
  }
}

type Seen = Awaited<ReturnType<typeof readNamed>>['seen'] extends Map<string, infer One> ? One : never
/** Whether all that a row says is so of the device of its number: an empty cell says nothing. */
function saysWhatIs({ latlng, reportingMinutes, ...values }: NewDevice, there: Seen): boolean {
  const texts = (['name', 'deviceType', 'areaId', 'landName', 'gatewayEui', 'iccid'] as const).every(
    (name) => values[name] === null || values[name] === there[name],
  )
  const place = latlng === null || (latlng.longitude === there.longitude && latlng.latitude === there.latitude)
  return texts && place && (reportingMinutes === null || Math.round(reportingMinutes * MINUTE_MS) === there.reporting_period)
}

/** Which of the drafts may be made by this caller, and what is wrong with the others, beside its column. */
export async function judgeDrafts(
  scope: Scope,
  asking: Asking,
  drafts: readonly Drafted[],
  /** Every row, also those that are refused already: what they name is named. */
  read: readonly { readonly row: number; readonly values: Readonly<Record<string, unknown>> }[],
): Promise<Judged> {
  const { language, grant } = asking
  const { taken, seen, lands, parents } = await readNamed(scope, asking, drafts)
  const first = new Map<unknown, (typeof read)[number]>()
  for (const one of read) if (!first.has(one.values['eui'])) first.set(one.values['eui'], one)
  const allowed = new Map<string, boolean>()
  const mayMake = (type: DeviceType, areaId: number) => {
    const key = `${type}/${areaId}`
    if (!allowed.has(key)) allowed.set(key, mayOn(grant, { device_type: type, area_id: areaId }, 'create'))
    return allowed.get(key)!
  }
  const faults: SheetFault[] = []
  const lawful: Lawful[] = []
  let same = 0
  for (const draft of drafts) {
    const { row, values } = draft
    const { eui, areaId, deviceType, landName, gatewayEui } = values
    const before = faults.length
    const blame = (field: keyof NewDevice, key: string, params: Record<string, string | number> = {}) =>
      faults.push({ row, field, message: say(language, `errors:${key}`, params) })

    const firstOf = first.get(eui)!
    const there = seen.get(eui)
    if (there && firstOf.row === row && saysWhatIs(values, there)) {
      same += 1
      continue
    }
    if (taken.has(eui)) blame('eui', 'error.device.euiTaken', { eui })
    else if (firstOf.row !== row) blame('eui', 'field.sameInRow', { row: firstOf.row })
    if (!mayMake(deviceType, areaId)) blame('areaId', 'field.mayNotMake')

    const plots = landName === null ? [] : (lands.get(`${areaId}/${landName}`) ?? [])
    if (landName !== null && plots.length === 0) blame('landName', 'field.unknownTitle', { title: landName })
    if (plots.length > 1) blame('landName', 'field.ambiguousTitle', { title: landName! })

    const parent = gatewayEui === null ? null : parents.get(gatewayEui)
    const ahead = gatewayEui === null || gatewayEui === eui ? undefined : first.get(gatewayEui)
    if (gatewayEui !== null && !parent && !ahead) blame('gatewayEui', 'field.unknownTitle', { title: gatewayEui })
    else if (parent ? parent.parent_id !== null : ahead && ahead.values['gatewayEui'] != null)
      blame('gatewayEui', 'error.device.parentDeep')

    if (faults.length === before)
      lawful.push({ ...draft, landId: plots[0]?.id ?? null, before: gatewayEui === null ? null : (parent?.id ?? { eui: gatewayEui }) })
  }
  return { lawful, faults, same }
}
