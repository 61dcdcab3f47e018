import type { ServerContents } from '../ground/contents.ts'
import { identification } from './identify.ts'
import { insectLampHandlers } from './insectLamp.ts'
import { insectTypeHandlers } from './insectTypes.ts'
import { openModel } from './model.ts'
import { insectPictureHandlers } from './pictures.ts'
import { insectStatisticsHandlers } from './statistics.ts'

export const insects = {
  handlers: (context) => ({
    insectLamp: insectLampHandlers(context),
    insectPicture: insectPictureHandlers(context),
    insectStatistics: insectStatisticsHandlers(context),
    insectType: insectTypeHandlers(context),
  }),
  jobs(context) {
    const { insectModel } = context.config
    return [identification(context, insectModel && openModel(insectModel, context.log))]
  },
} satisfies ServerContents<'insects'>
