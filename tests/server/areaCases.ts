import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Arrange } from './arrange.ts'
import type { Places, Values } from './crud/places.ts'
import type { Farm } from './devices/farmOfDevices.ts'
import type { CallCase } from './http/callCase.ts'

/** What the tests over every call, every resource and every change need of an area; said in `tests/server/<area>/cases.ts`. */
export interface AreaCases {
  /** By the name of a resource: what a new record may hold. */
  readonly lawful?: Readonly<Record<string, (places: Places) => Values>>
  /** By the name of a resource: what no record may hold, and the input that it is said beside. */
  readonly unlawful?: Readonly<Record<string, readonly [field: string, value: unknown]>>
  /** Makes the area's own rows in a tenant: what `calls` finds under `own`. */
  readonly rows?: (
    build: Arrange,
    at: { tenantId: number; areaId: number; userId: number },
  ) => Promise<Readonly<Record<string, number | string>>>
  /** By the name of a call, beside those of resources. */
  readonly calls?: Readonly<Record<string, CallCase>>
  /** By the name of a change, beside those of resources: what is done so that it is told; answers the id that is told. */
  readonly acts?: Readonly<Record<string, (farm: Farm) => Promise<number | null>>>
  /** By table: why its rows do not say who wrote them and when. Any other ends its migration with `keepWho`. */
  readonly withoutWho?: Readonly<Record<string, string>>
}

/** Of all areas. */
export const areaCases: readonly AreaCases[] = await Promise.all(
  globSync('tests/server/*/cases.ts').map(
    async (path) => ((await import(pathToFileURL(resolve(path)).href)) as { cases: AreaCases }).cases,
  ),
)
