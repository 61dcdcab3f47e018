import { z } from 'zod'
import { longText, neededReference, neededText, passages, passagesInBoth, seedImage, shortText, switchedFlag } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'

/** The most farming practices of a seed, and the most attributes. */
const PASSAGES_MOST = 12

/**
 * A seed of a variety, as it is shown to everybody: `publicity` is what is said of it, `farmingPractices` how it is grown, `productAttributes` what
 * comes of it. While `published` is 1, its page and its pictures need no sign-in. Names of the crop are those of its variety's.
 */
export const seed = defineResource({
  trail: 'seed',
  name: 'seed',
  area: 'farm',
  path: '/wfpf/v1/{t}/seed',
  listPath: '/wfpf/v1/{t}/seed/page',
  idName: 'seedId',
  shape: 'path',
  title: 'seedName',
  code: 'wfpf.farm.farm.seed',
  searchable: ['seedName', 'seedEnName'],
  unique: ['seedName'],
  fields: {
    seedName: neededText(60),
    seedEnName: shortText(60),
    varietyId: neededReference('variety'),
    imageUrl: seedImage(),
    publicity: longText(2000),
    farmingPractices: passages(PASSAGES_MOST),
    productAttributes: passagesInBoth(PASSAGES_MOST),
    published: switchedFlag(0),
  },
  derived: { cropName: z.string().nullable(), corpEnName: z.string().nullable() },
  follows: ['crop'],
})
export type Seed = z.infer<typeof seed.record>
