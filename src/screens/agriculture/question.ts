import { z } from 'zod'
import { INQUIRY_PICTURES_MOST, INQUIRY_TEXT_MOST, INQUIRY_TITLE_MOST, inquiryCalls } from '#contract/agriculture/inquiry'
import { images, longText, neededReference, neededText, reference } from '#contract/core/field'

/** A question as a form has it. */
export const question = {
  name: 'inquiry',
  area: 'agriculture',
  fields: {
    title: neededText(INQUIRY_TITLE_MOST),
    content: { ...longText(INQUIRY_TEXT_MOST), required: true },
    pictures: images(INQUIRY_PICTURES_MOST),
    areaId: neededReference('area'),
    landId: reference('land'),
    batchId: reference('batch'),
    experts: { ...reference('area'), schema: z.array(z.int()).default([]) },
  },
  create: inquiryCalls.create.body,
} as const
