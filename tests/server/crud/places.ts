import type { Arrange } from '../arrange.ts'

/** The rows that a record may refer to. */
export interface Places {
  readonly areaId: number
  readonly cropId: number
  readonly varietyId: number
  readonly measureUnitId: number
  readonly storeId: number
  readonly landId: number
  readonly taskTypeId: number
  readonly workerId: number
  readonly batchId: number
  readonly packageId: number
  readonly articleCategoryId: number
  readonly pictureFolderId: number
}
export type Values = Record<string, unknown>

let counted = 0
/** A name that no other record has. */
export const fresh = (word: string) => `${word} ${++counted}`
/** A name of capital letters that no other record has, after `word`. */
export const freshLetters = (word: string) =>
  word + String(++counted).replaceAll(/\d/g, (digit) => String.fromCodePoint('A'.codePointAt(0)! + Number(digit)))

/** For a record that refers to nothing. */
export const nowhere: Places = {
  areaId: 0,
  cropId: 0,
  varietyId: 0,
  measureUnitId: 0,
  storeId: 0,
  landId: 0,
  taskTypeId: 0,
  workerId: 0,
  batchId: 0,
  packageId: 0,
  articleCategoryId: 0,
  pictureFolderId: 0,
}

/** The rows that the records of a tenant may refer to, in one base of it. */
export async function buildPlaces({ insert }: Arrange, place: { tenant_id: number; area_id: number }): Promise<Places> {
  const { tenant_id } = place
  const crop = await insert('crop', { tenant_id, crop_name: fresh('Lychee'), crop_kind: 'fruit' })
  const variety = await insert('variety', { tenant_id, name: fresh('Guiwei'), crop_id: crop.id })
  const unit = await insert('measure_unit', { tenant_id, name: fresh('Piece'), symbol: 'pc', dimension: 'count' })
  const store = await insert('store', { ...place, name: fresh('Barn') })
  const type = await insert('task_type', { tenant_id, name: fresh('Weeding'), usage: 'both', sort: 0 })
  const worker = await insert('worker', { ...place, name: fresh('Hand'), worker_type: 'regular' })
  const land = await insert('land', { ...place, land_name: fresh('Plot'), land_type: 'field' })
  const batch = await insert('batch', {
    ...place,
    land_id: land.id,
    variety_id: variety.id,
    variety_name: 'Guiwei',
    batch_name: fresh('Batch'),
    batch_state: 'planned',
    starts_on: '2026-03-01',
  })
  const template = await insert('plan_package', { tenant_id, package_name: fresh('Package') })
  const phase = await insert('package_subplan', { tenant_id, package_id: template.id, nth: 0, name: 'Seedlings', offset_days: 0, days: 30 })
  await insert('package_task', {
    tenant_id,
    subplan_id: phase.id,
    nth: 0,
    task_name: 'Weed',
    task_type_id: type.id,
    offset_days: 2,
    days: 1,
    priority: 'medium',
    weight: 1,
    proof_flag: 0,
    harvest_flag: 0,
    closes_batch: 0,
  })
  return {
    areaId: place.area_id,
    cropId: crop.id,
    varietyId: variety.id,
    measureUnitId: unit.id,
    storeId: store.id,
    landId: land.id,
    taskTypeId: type.id,
    workerId: worker.id,
    batchId: batch.id,
    packageId: template.id,
    articleCategoryId: (await insert('consult_category', { tenant_id, category_name: fresh('Ponds') })).id,
    pictureFolderId: (await insert('picture_folder', { tenant_id, folder_name: fresh('Fields') })).id,
  }
}
