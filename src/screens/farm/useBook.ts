import type { AnyCall } from '#contract/core/call'
import { batch, type Batch, batchCalls } from '#contract/farm/batch'
import { isEnded } from '#machines/farm/batch'
import { useSettle } from '#src/forms/useSettle.ts'
import { usePermission } from '#src/session/usePermission.ts'

/** Who may write in a book of a batch, and what is read again once somebody did. */
export function useBook(record: Batch, pages: readonly AnyCall[]) {
  const mayWrite = usePermission(batch.codes.edit) === true && !isEnded(record.batchState)
  const { reread } = useSettle([...pages, batchCalls.get, batchCalls.page])
  return { mayWrite, reread }
}
