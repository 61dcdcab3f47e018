/** The rows that a record may refer to. */
export interface Places {
  readonly areaId: number
  readonly cropId: number
  readonly varietyId: number
}
export type Values = Record<string, unknown>

let counted = 0
/** A name that no other record has. */
export const fresh = (word: string) => `${word} ${++counted}`

/** For a record that refers to nothing. */
export const nowhere: Places = { areaId: 0, cropId: 0, varietyId: 0 }
