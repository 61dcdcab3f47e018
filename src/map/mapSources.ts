import type { Boot } from '#contract/session/tenant'
import type { Datum } from './convertDatum.ts'

/** A map picture: a configured tile source, or the generated ground. */
export interface MapSource {
  /** What the choice is remembered under. */
  readonly id: string
  readonly datum: Datum
  /** Null for the ground, whose name is a word of the console. */
  readonly tiles: { readonly name: string; readonly url: string; readonly attribution: string } | null
}

export const GROUND: MapSource = { id: 'ground', datum: 'WGS84', tiles: null }

/** The sources that can be chosen: those that are configured, in their order, then the ground. */
export const listSources = (tiles: Boot['tiles']): readonly MapSource[] => [
  ...tiles.map(({ name, url, crs, attribution }) => ({ id: `${crs} ${name}`, datum: crs, tiles: { name, url, attribution } })),
  GROUND,
]

/** The source to open: the remembered one, else the first that is configured, else the ground; never one that has just failed. */
export const chooseSource = (sources: readonly MapSource[], remembered: string | null, failed: ReadonlySet<string>): MapSource =>
  sources.find(({ id }) => id === remembered && !failed.has(id)) ?? sources.find(({ id }) => !failed.has(id)) ?? GROUND
