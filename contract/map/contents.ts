import { defineContents } from '../core/contents.ts'
import { weatherCalls } from './weather.ts'

export const map = defineContents({
  calls: { weather: weatherCalls },
})
