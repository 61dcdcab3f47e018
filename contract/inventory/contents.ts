import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { aplionformCalls } from './aplionform.ts'

export const inventory = defineContents({
  calls: { aplionform: aplionformCalls },
  changes,
})
