import { MAX_LAND_FILE_CORNERS, MAX_LAND_FILE_ROWS } from '#contract/farm/landFile'
import { Refused } from '../../ground/foreign/refused.ts'

/** A pair of coordinates as a file has it: degrees, or metres of a projection. */
export type Pair = readonly [x: number, y: number]

/** One geometry of a feature: an area with its outline first and then its holes, a line, a point, or nothing. */
export interface Shape {
  readonly kind: 'area' | 'line' | 'point' | 'none'
  readonly rings: readonly (readonly Pair[])[]
}
/** What a file holds under one name. */
export interface Feature {
  /** Texts and numbers, by their names. */
  readonly properties: ReadonlyMap<string, string>
  readonly id: string | null
  readonly shapes: readonly Shape[]
}

/** Properties beyond these are not offered as names; what is longer is no name. */
const MOST_PROPERTIES = 60
const MOST_LETTERS = 200
/** Rings of one file: each is looked for in each. */
const MOST_RINGS = 5000
/** Feature in feature, folder in folder. */
export const MOST_DEPTH = 100

/** Counts what is read from a file, and refuses what is too much as soon as it shows. */
export class Budget {
  #corners = 0
  #rings = 0
  #features = 0
  readonly #names = new Set<string>()

  corner(): void {
    this.#corners++
    if (this.#corners > MAX_LAND_FILE_CORNERS) throw tooManyCorners()
  }
  ring(): void {
    this.#rings++
    if (this.#rings > MOST_RINGS) throw tooManyCorners()
  }
  feature(): void {
    this.#features++
    if (this.#features > MAX_LAND_FILE_ROWS) throw new Refused('error.landFile.tooMany', { max: MAX_LAND_FILE_ROWS })
  }
  /** Keeps a property, where it is one of those that are offered. */
  property(into: Map<string, string>, name: string, value: string): void {
    const key = name.trim().slice(0, MOST_LETTERS)
    if (key === '' || (!this.#names.has(key) && this.#names.size >= MOST_PROPERTIES)) return
    this.#names.add(key)
    into.set(key, value.slice(0, MOST_LETTERS))
  }
}
const tooManyCorners = () => new Refused('error.landFile.corners', { max: MAX_LAND_FILE_CORNERS })
export const unreadable = () => new Refused('error.landFile.unreadable')
