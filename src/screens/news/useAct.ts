import { article } from '#contract/news/article'
import { consultCalls } from '#contract/news/consult'
import { isFailure } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { toast } from '#src/ui/toast.ts'

const READS = [article.calls.page, article.calls.get, article.actions.versions, article.actions.trash, consultCalls.page, consultCalls.get]

/** Does something to an article, says that it was done, and reads what shows articles anew. A failure says itself. */
export function useAct() {
  const { reread } = useSettle(READS)
  return async (answer: Promise<unknown>, done: string): Promise<boolean> => {
    const said = await answer
    reread()
    if (isFailure(said as never)) return false
    toast('success', done)
    return true
  }
}
