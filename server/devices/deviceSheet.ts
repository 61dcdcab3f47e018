import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { deviceSheet, MAX_SHEET_MB, MAX_SHEET_ROWS } from '#contract/devices/deviceSheet'
import type { ImportReport } from '#contract/core/resource'
import { DEVICE_TYPES, type DeviceType } from '#contract/devices/deviceType'
import type { ReadCells } from '../ground/crud/cellsJob.ts'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import { headsOf, readSheet, sheetTitle } from '../ground/crud/sheet.ts'
import type { SheetCell } from '../ground/crud/sheetJob.ts'
import { uploadedCells } from '../ground/crud/uploadedCells.ts'
import { hashSecret, newSecret } from '../ground/broker/secret.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Context } from '../ground/contents.ts'
import { say } from '../ground/words.ts'
import { DEFAULT_MINUTES, MINUTE_MS, refusingTakenEui } from './deviceRecord.ts'
import { mayOn } from './deviceRows.ts'
import { type Drafted, type Judged, judgeDrafts, type Lawful } from './judgeDrafts.ts'

/** What the template shows: the first two of these that the caller may make. */
const EXAMPLES = [...new Set<DeviceType>(['gateway', 'soil', ...DEVICE_TYPES])]
/** Devices of one statement. */
const BATCH = 500

interface Made {
  readonly name: string
  readonly eui: string
  readonly areaId: number
  readonly secret: string
}

/** Makes the devices, those that others stand behind first; secrets are kept as their hashes alone. */
async function makeDevices(scope: Scope, drafts: readonly Lawful[]): Promise<Made[]> {
  const made: Made[] = []
  const idOf = new Map<string, number>()
  const [front, behind] = [drafts.filter(({ before }) => before === null), drafts.filter(({ before }) => before !== null)]
  for (const group of [front, behind])
    for (let from = 0; from < group.length; from += BATCH) {
      const batch = group.slice(from, from + BATCH).map((draft) => ({ ...draft, secret: newSecret() }))
      const given = batch.map(({ values, landId, before, secret }) => ({
        ...values,
        ...values.latlng,
        name: values.name.trim(),
        landId,
        parentId: before === null ? null : typeof before === 'number' ? before : idOf.get(before.eui)!,
        period: Math.round((values.reportingMinutes ?? DEFAULT_MINUTES) * MINUTE_MS),
        hash: hashSecret(secret),
      }))
      const { rows } = await sql<{ id: number; eui: string }>`
        insert into device (tenant_id, name, eui, device_type, area_id, land_id, parent_id, longitude, latitude, iccid, reporting_period, secret_hash)
        select ${scope.tenantId}, d.name, d.eui, d."deviceType", d."areaId", d."landId", d."parentId", d.longitude, d.latitude, d.iccid, d.period, d.hash
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as d(name text, eui text, "deviceType" text, "areaId" bigint, "landId" bigint,
          "parentId" bigint, longitude double precision, latitude double precision, iccid text, period bigint, hash text)
        returning id, eui`.execute(scope.raw)
      for (const { id, eui } of rows) idOf.set(eui, id)
      for (const { values, secret } of batch) made.push({ name: values.name.trim(), eui: values.eui, areaId: values.areaId, secret })
    }
  return made
}

/** Many devices from a spreadsheet: read in another process, judged row by row, and made all at once or not at all. */
export function deviceSheetHandlers({
  serviceDb,
  foreign,
  files,
  broker,
  live,
}: Pick<Context, 'serviceDb' | 'foreign' | 'files' | 'broker' | 'live'>): Handlers<CallGroups['deviceSheet']> {
  async function judged(
    scope: Scope,
    asking: Asking,
    read: ReadCells,
    leftOut: readonly string[] | null,
  ): Promise<Pick<Judged, 'lawful'> & Omit<ImportReport, 'committed'>> {
    const sheet = await readSheet(deviceSheet, asking, {
      ...read,
      ids: (_, titles) => basesCalled(scope, titles),
      preset: {},
      most: MAX_SHEET_ROWS,
      leftOut,
    })
    const { faults, lawful, same } = await judgeDrafts(scope, asking, sheet.records as readonly unknown[] as readonly Drafted[], sheet.read)
    const { rows, unknownHeads } = sheet
    const counts = { new: lawful.length, changed: 0, same, duplicates: 0 }
    return { rows, counts, duplicates: [], unknownHeads, lawful, faults: sheet.told(faults) }
  }

  /** A spreadsheet, whose texts stay as they are: a secret may begin with what a text file would take for a formula. */
  const secretFile = ({ grant: { tenantId }, language }: Asking, made: readonly Made[]) =>
    foreign.run(tenantId, sheetJobs.sheet, () => ({
      title: say(language, 'devices:sheet.secretFile'),
      heads: ['fields.name', 'fields.eui', 'userName', 'secret'].map((key) => say(language, `devices:sheet.${key}`)),
      rows: Buffer.from(made.map(({ name, eui, secret }) => JSON.stringify([[name, eui, `${tenantId}/${eui}`, secret]])).join('\n')),
    }))

  return {
    async template(_, asking) {
      const { grant, language } = asking
      const examples = await asking.inTenant((scope) => exampleRows(scope, asking))
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: sheetTitle(deviceSheet, language),
        heads: headsOf(deviceSheet, language),
        rows: Buffer.from(JSON.stringify(examples)),
      }))
    },

    async check({ params }, asking) {
      const cells = await uploadedCells({ serviceDb, foreign, files }, asking, params.uuid, MAX_SHEET_MB)
      const { lawful: _, ...found } = await asking.inTenant((scope) => judged(scope, asking, cells, null))
      return { ...found, committed: false }
    },

    async bring({ body }, asking) {
      const { tenantId } = asking.grant
      const cells = await uploadedCells({ serviceDb, foreign, files }, asking, body.fileId, MAX_SHEET_MB)
      const {
        lawful: _,
        made,
        secrets,
        ...found
      } = await refusingTakenEui(null, () =>
        asking.inTenant(async (scope) => {
          // Two who bring at once: the second is told to wait, and then finds what the first made.
          const { rows: locks } = await sql<{ isFree: boolean }>`
            select pg_try_advisory_xact_lock(hashtextextended('devices.sheet', ${tenantId})) as "isFree"`.execute(scope.raw)
          if (!locks[0]!.isFree) throw new CallFailure('error.busy')
          const found = await judged(scope, asking, cells, body.leftOut)
          if (found.faults.length > 0 || found.lawful.length === 0) return { ...found, made: [], secrets: null }
          const all = await makeDevices(scope, found.lawful)
          // Nobody could sign in with a device whose secret was never handed out: they are written with the file, or not at all.
          return { ...found, made: all, secrets: await secretFile(asking, all) }
        }),
      )
      // A connection may stand under one of these names that was let in before: it is not this device's.
      for (const { eui } of made) broker.dropDevice({ tenantId, eui })
      for (const areaId of new Set(made.map((one) => one.areaId))) live.changed(tenantId, 'gateway', null, areaId)
      return {
        ...found,
        committed: found.faults.length === 0,
        secrets: secrets === null ? null : Buffer.from(secrets).toString('base64'),
      }
    },
  }
}

/** Two rows that the caller might bring as they stand, the second behind the first; none where there is no base to make a device in. */
async function exampleRows(scope: Scope, { grant, language }: Asking): Promise<SheetCell[][]> {
  const areas = await scope.select('area').select(['area.id', 'area.area_name']).orderBy('area.id').execute()
  for (const { id, area_name: base } of areas) {
    const types = EXAMPLES.filter((type) => mayOn(grant, { device_type: type, area_id: id }, 'create')).slice(0, 2)
    const named = types.map((type, at) => ({ type, eui: `example-${at + 1}`, before: at === 0 ? null : 'example-1' }))
    if (named.length > 0)
      return named.map(({ type, eui, before }) => {
        const title = say(language, `devices:type.${type}`)
        return [say(language, 'devices:sheet.example', { title }), eui, title, base, null, before, DEFAULT_MINUTES, '113.34,22.96', null]
      })
  }
  return []
}

/** The bases of these names that the caller sees; `several` where a name is that of more than one. */
async function basesCalled(scope: Scope, names: readonly string[]): Promise<Map<string, number | 'several'>> {
  const rows = await scope
    .select('area')
    .select(['area.id', 'area.area_name'])
    .where(sql<boolean>`area.area_name = any(${[...names]}::text[])`)
    .execute()
  const byName = Map.groupBy(rows, ({ area_name }) => area_name)
  return new Map([...byName].map(([name, of]) => [name, of.length > 1 ? 'several' : of[0]!.id]))
}
