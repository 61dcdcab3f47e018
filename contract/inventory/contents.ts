import { defineContents } from '../core/contents.ts'
import { aplionformCalls } from './aplionform.ts'

export const inventory = defineContents({
  calls: { aplionform: aplionformCalls },
})
