import { defineContents } from '../core/contents.ts'
import { fileCalls } from './files.ts'

export const media = defineContents({
  calls: { file: fileCalls },
})
