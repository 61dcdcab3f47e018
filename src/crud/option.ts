/** A choice by its word; of a reference, a record by its title. */
export interface Option {
  readonly value: string | number
  readonly label: string
  /** What else a record is found by: code, barcode. */
  readonly codes?: readonly string[] | undefined
}
