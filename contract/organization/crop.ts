import { choiceOr, image, longText, neededText, shortText, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'

export const CROP_KINDS = ['grain', 'vegetable', 'fruit', 'aquatic', 'livestock', 'other'] as const

export const crop = defineResource({
  trail: 'crop',
  name: 'crop',
  area: 'organization',
  path: '/wfpf/v1/{t}/crop',
  idName: 'cropId',
  shape: 'body',
  title: 'cropName',
  code: 'wfpf.company.config.crop',
  offeredTo: ['wfpf.company.config.varieties', 'wfpf.company.config.varieties.ps.create', 'wfpf.company.config.varieties.ps.edit'],
  searchable: ['cropName', 'cropEnName'],
  unique: ['cropName'],
  fields: {
    cropName: neededText(60),
    cropEnName: shortText(60),
    cropKind: choiceOr(CROP_KINDS, 'vegetable'),
    cropImage: image(),
    description: longText(500),
    enabledFlag: switchedFlag(1),
  },
})
