import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { MAX_ALL_ROWS } from '#contract/core/values'
import { land } from '#contract/farm/land'
import { type LandFileFormat, landFileId, type LandFileReport, MAX_LAND_FILE_MB } from '#contract/farm/landFile'
import { parseCenter } from '#contract/farm/area'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { recordsOf } from '../../ground/crud/records.ts'
import { narrowed, type Narrowing, ordered } from '../../ground/crud/rows.ts'
import type { Row } from '../../ground/crud/rules.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { ownUpload } from '../../ground/files/ownUpload.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { say } from '../../ground/words.ts'
import { landRules } from '../land.ts'
import { landFileJobs } from './foreignJobs.ts'
import type { Reading, Standing } from './judge.ts'
import { isSameRing } from './rings.ts'
import type { WrittenLand } from './writeJob.ts'

type Calls = HandlersOf<'farm'>['landFile']
interface Plot extends Standing {
  readonly version: number
}
/** How the caller has a file read. */
type Asked = Pick<Reading, 'areaId' | 'sameName'> & {
  readonly datum?: Reading['datum'] | undefined
  readonly swapped: number
  readonly nameOf?: string | undefined
}
/** Plots that are made ready to be written in one turn. */
const SLICE = 250

/** Plots out of files of geographic programs, and into them. */
export function landFileHandlers(context: Context): Calls {
  const { registry, clock, foreign, live } = context
  const areas = recordsOf(registry.area, registry, clock)
  const lands = recordsOf(landRules as never, registry, clock)

  /** Every plot that the caller sees: a file may hold neighbours of the base, and outlines are held against all of them. */
  async function plotsOf(scope: Scope): Promise<Plot[]> {
    const rows = await scope
      .select('land')
      .select(['land.id', 'area_id', 'land_name', 'land_measure', 'land_profile', 'object_version_number'])
      .orderBy('land.id')
      .limit(MAX_ALL_ROWS)
      .execute()
    return rows.map((row) => ({
      landId: row.id,
      areaId: row.area_id,
      landName: row.land_name,
      landMeasure: row.land_measure,
      landProfile: row.land_profile,
      version: row.object_version_number,
    }))
  }
  const markOf = (plots: readonly Plot[]) => plots.map(({ landId, version }) => `${landId}.${version}`).join()

  /** What would become of a file, and the plots by which that was judged. */
  async function judged(asking: Asking, fileId: string, asked: Asked): Promise<{ report: LandFileReport; plots: readonly Plot[] }> {
    const { centre, plots } = await asking.inTenant(async (scope) => ({
      centre: parseCenter((await areas.find(scope, asked.areaId))['area_center'] as string | null),
      plots: await plotsOf(scope),
    }))
    const { read } = await ownUpload(context, asking, fileId, MAX_LAND_FILE_MB)
    const { tenantId } = asking.grant
    const { areaId, sameName, datum = 'WGS84', swapped, nameOf = null } = asked
    const unnamed = say(asking.language, 'farm:landFile.unnamed')
    const found = await foreign.run(tenantId, landFileJobs.landFileRead, async () => ({
      bytes: await read(),
      reading: { tenantId, areaId, centre, plots, datum, swapped: swapped === 1, nameOf, sameName, unnamed },
    }))
    if ('projection' in found) throw new CallFailure('error.landFile.projection', { name: found.projection })
    return { report: found, plots }
  }

  /** The chosen outlines of a report, each as whoever chose it saw it. */
  function chosen(report: LandFileReport, { rows, agreed }: Pick<Parameters<Calls['bring']>[0]['body'], 'rows' | 'agreed'>) {
    const seen = new Set<number>()
    return rows.map(({ row, state }) => {
      const found = report.rows[row - 1]
      const isAsSeen = found?.state === state && found.faults.length === 0 && found.notes.every(({ code }) => agreed.includes(code))
      if (!isAsSeen || seen.has(row)) throw new CallFailure('error.landFile.moved')
      seen.add(row)
      return { ...found, outline: found.outline! }
    })
  }

  async function written(format: LandFileFormat, query: Narrowing, asking: Asking): Promise<Uint8Array> {
    const { tenantId } = asking.grant
    const { rows, bases } = await asking.inTenant(async (scope) => {
      const all = narrowed(scope, registry.land, query, clock()).where('land.land_profile', 'is not', null)
      const { content } = await readPage({ page: 1, size: 0 }, all, (some) => ordered(some, registry.land, query, clock()))
      const found = await scope.select('area').select(['area.id', 'area_name']).execute()
      return { rows: content as readonly Row[], bases: new Map(found.map(({ id, area_name: name }) => [id, name])) }
    })
    const parts: string[] = []
    for (let from = 0; from < rows.length; from += SLICE) {
      for (const row of rows.slice(from, from + SLICE))
        parts.push(
          JSON.stringify({
            id: landFileId(tenantId, row.id),
            name: row['land_name'] as string,
            landType: row['land_type'] as string,
            measure: row['land_measure'] as string | null,
            base: bases.get(row['area_id'] as number) ?? '',
            outline: row['land_profile'] as WrittenLand['outline'],
          } satisfies WrittenLand),
        )
      await setImmediate()
    }
    const title = say(asking.language, 'farm:land.title')
    return foreign.run(tenantId, landFileJobs.landFileWritten, () => ({ format, title, lands: Buffer.from(`[${parts.join(',')}]`) }))
  }

  return {
    check: async ({ params, query }, asking) => (await judged(asking, params.uuid, query)).report,

    async bring({ body }, asking) {
      const { grant } = asking
      const { report, plots } = await judged(asking, body.fileId, body)
      const wanted = chosen(report, body)
      const places = grant.areasFor([land.codes.edit])
      const mayEdit = (areaId: number) => grant.holds(land.codes.edit) && (places === null || places.includes(areaId))
      const byId = new Map(plots.map((plot) => [plot.landId, plot]))
      const done = await asking.inTenant(async (scope) => {
        // One after the other, spreadsheets too: of two that bring the same file the second finds the plots of the first.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${land.name}.import`}, ${grant.tenantId}))`.execute(scope.raw)
        if (markOf(await plotsOf(scope)) !== markOf(plots)) throw new CallFailure('error.landFile.moved')
        const made: Row[] = []
        const changed: Row[] = []
        for (const { name, state, landId, outline, measure } of wanted) {
          const drawn = { landProfile: outline, landMeasure: measure }
          if (state !== 'changed') {
            const { areaId, landType, nurtureKind } = body
            made.push(await lands.create(scope, asking, land.create.parse({ landName: name, areaId, landType, nurtureKind, ...drawn })))
            continue
          }
          const plot = byId.get(landId!)!
          if (!mayEdit(plot.areaId)) throw new CallFailure('error.permission.denied')
          // An area that somebody corrected stays while its outline does.
          const isDrawn = plot.landProfile !== null && isSameRing(plot.landProfile, outline)
          const { row } = await lands.amend(scope, asking, plot.landId, plot.version, { landName: name, ...(isDrawn ? {} : drawn) })
          changed.push(row)
        }
        return { made, changed }
      })
      const told = Map.groupBy([...done.made, ...done.changed], (row) => row['area_id'] as number)
      for (const [areaId, [first]] of told) live.changed(grant.tenantId, 'land', first!.id, areaId)
      return { created: done.made.length, updated: done.changed.length }
    },

    geojson: ({ query }, asking) => written('geojson', query, asking),
    kml: ({ query }, asking) => written('kml', query, asking),
    shapefile: ({ query }, asking) => written('shapefile', query, asking),
  }
}
