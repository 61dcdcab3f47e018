import { amount, image, longText, neededText, reference, shortText, switchedFlag, quantity } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'

/** A variety of a crop: what a plot grows. `name` and `varietyImage` are what plots and bases show of it. */
export const variety = defineResource({
  name: 'variety',
  area: 'organization',
  path: '/wfpf/v1/{t}/variety',
  idName: 'varietyId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.company.config.varieties',
  offeredTo: [
    'wfpf.farm.farm.land',
    'wfpf.farm.farm.land.ps.create',
    'wfpf.farm.farm.land.ps.edit',
    'wfpf.farm.farm.batch',
    'wfpf.farm.farm.batch.ps.create',
    'wfpf.farm.farm.batch.ps.edit',
    'wfpf.farm.farm.seed',
    'wfpf.farm.farm.seed.ps.create',
    'wfpf.farm.farm.seed.ps.edit',
  ],
  searchable: ['name', 'enName', 'source'],
  unique: ['name'],
  fields: {
    name: neededText(60),
    enName: shortText(60),
    cropId: reference('crop'),
    varietyImage: image(),
    source: shortText(120),
    growthDays: amount('d', 1, 3650),
    expectedYield: quantity('kg/mu'),
    description: longText(2000),
    enabledFlag: switchedFlag(1),
  },
})
