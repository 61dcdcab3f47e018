import writeCells from 'write-excel-file/node'
import { type ResourceName, resources } from '#contract/resources'
import { headOf } from '#server/ground/crud/sheet'

/** The rows that a record may refer to. */
export interface Places {
  readonly areaId: number
  readonly cropId: number
  readonly varietyId: number
}
type Values = Record<string, unknown>

let counted = 0
/** A name that no other record has. */
const fresh = (word: string) => `${word} ${++counted}`

/** What a new record of every resource may hold: a resource without its line does not compile. */
export const lawful = {
  area: () => ({
    areaName: fresh('Base'),
    areaNum: `B-${++counted}`,
    latlng: { longitude: 113.34, latitude: 22.96 },
    areaMeasure: '12.50',
  }),
  land: ({ areaId }) => ({ landName: fresh('Plot'), areaId, landType: 'field', profileColor: '#1b9961' }),
  worker: ({ areaId }) => ({ name: fresh('Worker'), code: `W-${++counted}`, organizationId: areaId, phone: '13800138000' }),
  crop: () => ({ cropName: fresh('Crop'), cropKind: 'fruit' }),
  variety: ({ cropId }) => ({ name: fresh('Variety'), cropId, growthDays: 90 }),
  taskType: () => ({ name: fresh('Task type'), code: `T-${++counted}`, color: '#1b9961' }),
} satisfies Record<ResourceName, (places: Places) => Values>

/** What no record may hold, and the input that it is said beside. */
export const unlawful = {
  area: ['areaNum', 'no spaces'],
  land: ['landType', 'moor'],
  worker: ['phone', 'call me'],
  crop: ['cropName', '   '],
  variety: ['expectedYield', '1.005'],
  taskType: ['color', 'green'],
} satisfies Record<ResourceName, readonly [field: string, value: unknown]>

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
