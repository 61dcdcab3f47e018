import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { aplionform } from './aplionform.ts'

export const inventory = defineContents({
  calls: { aplionform: aplionform.calls },
  changes,
})
