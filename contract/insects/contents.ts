import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { insectLampCalls } from './insectLamp.ts'
import { insectStatisticsCalls } from './insectStatistics.ts'
import { insectTypeCalls } from './insectType.ts'
import { insectPictureCalls } from './picture.ts'

export const insects = defineContents({
  calls: {
    insectLamp: insectLampCalls,
    insectPicture: insectPictureCalls,
    insectStatistics: insectStatisticsCalls,
    insectType: insectTypeCalls,
  },
  changes,
})
