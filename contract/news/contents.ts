import { defineContents } from '../core/contents.ts'
import { consultCalls } from './consult.ts'

export const news = defineContents({
  calls: { consult: consultCalls },
})
