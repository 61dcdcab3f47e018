import type { ServerContents } from '../ground/contents.ts'
import { weatherHandlers } from './handlers.ts'
import { weatherService } from './weatherService.ts'

export const map = {
  handlers: ({ config, clock }) => ({ weather: weatherHandlers({ service: weatherService(config.weather, clock), clock }) }),
} satisfies ServerContents<'map'>
