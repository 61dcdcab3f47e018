import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TenantTable } from './schema.ts'

/**
 * How a row tells in which bases it stands: by its `area_id`, or by the rows of a link table that name it in the column `by` and a base
 * in `area_id` (a tour through several). One without any is seen by who may see all.
 */
export type Base = 'area_id' | { readonly through: TenantTable; readonly by: string }
/** What a room says in `bases.ts` of the tables that its migrations make. */
export type Bases = Readonly<Partial<Record<TenantTable, Base>>>

const SERVER = fileURLToPath(new URL('../..', import.meta.url))

/** The tables whose rows a scope narrows to the bases that the caller may see, of all rooms. */
export async function readBases(): Promise<ReadonlyMap<string, Base>> {
  const found = await Promise.all(
    globSync(['*/bases.ts', 'ground/*/bases.ts'], { cwd: SERVER }).map(
      // oxlint-disable-next-line house/borders -- an area brings its own, and nobody edits a list of them
      async (path) => (await import(pathToFileURL(join(SERVER, path)).href)) as { bases: Bases },
    ),
  )
  return new Map(found.flatMap(({ bases }) => Object.entries(bases)))
}
