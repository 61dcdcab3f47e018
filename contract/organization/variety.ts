import { amount, image, longText, MOST_GROWTH, neededText, reference, shortText, stages, switchedFlag, quantity } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { PACKAGE_WRITERS } from '../farm/planCodes.ts'

/** The most stages in which anything grows. */
export const MOST_STAGES = 20

/** A variety of a crop: what a plot grows. `name` and `varietyImage` are what plots and bases show of it. */
export const variety = defineResource({
  trail: 'variety',
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
    ...PACKAGE_WRITERS,
  ],
  searchable: ['name', 'enName', 'source'],
  unique: ['name'],
  fields: {
    name: neededText(60),
    enName: shortText(60),
    cropId: reference('crop'),
    varietyImage: image(),
    source: shortText(120),
    /** What its stages take together; typed where it has none. */
    growthDays: amount('d', 1, MOST_GROWTH),
    stages: stages(MOST_STAGES),
    expectedYield: quantity('kg/mu'),
    description: longText(2000),
    enabledFlag: switchedFlag(1),
  },
})
