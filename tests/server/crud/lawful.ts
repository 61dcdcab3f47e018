import writeCells from 'write-excel-file/node'
import { type ResourceName, resources } from '#contract/resources'
import { areaCases } from '../areaCases.ts'
import { headOf } from '#server/ground/crud/sheet'

const ofAll = <Case>(
  what: string,
  given: readonly (Readonly<Record<string, Case>> | undefined)[],
): Readonly<Record<ResourceName, Case>> => {
  const all: Record<string, Case> = Object.assign({}, ...given)
  for (const name of Object.keys(resources)) if (!(name in all)) throw new Error(`no tests/server/<area>/cases.ts has ${what} for ${name}`)
  return all as Record<ResourceName, Case>
}
/** What a new record of every resource may hold. */
export const lawful = ofAll(
  'a lawful record',
  areaCases.map((area) => area.lawful),
)
/** What no record may hold, and the input that it is said beside. */
export const unlawful = ofAll(
  'something unlawful',
  areaCases.map((area) => area.unlawful),
)

/** A spreadsheet as base64: heads by their words in Chinese, then rows. */
export async function sheetOf(
  name: ResourceName,
  fields: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<string> {
  const heads = fields.map((field) => headOf(resources[name], field, 'zh-CN'))
  const cells = [heads, ...rows].map((row) =>
    row.map((value) => (typeof value === 'number' ? { type: Number, value } : { type: String, value })),
  )
  return (await writeCells(cells).toBuffer()).toString('base64')
}
