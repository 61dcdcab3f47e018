import type { AnyDocument } from '#contract/core/document'
import type { FileFence } from '../files/fences.ts'
import { readableOf } from './documentRows.ts'

/** The files of a document are read by those who may read the document, whatever its kind. */
export function documentFence(kinds: readonly AnyDocument[]): FileFence {
  return async (scope, asking, ids) => {
    for (const of of kinds) {
      const one = await readableOf(scope, of, asking).select('document.id').where('document.id', 'in', ids).limit(1).executeTakeFirst()
      if (one) return true
    }
    return false
  }
}
