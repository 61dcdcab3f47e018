import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { approvalCalls } from '#contract/approvals/approval'
import type { AnyDocument, DocumentHeader } from '#contract/core/document'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'

/** Reads again what shows documents of a kind and their approvals. */
export function useRereadDocuments(of: AnyDocument): () => void {
  const queries = useQueryClient()
  return () => {
    const shown = [of.calls.page, of.calls.get, of.calls.flow, approvalCalls.process, ...(of.calls.postings ? [of.calls.postings] : [])]
    for (const one of shown) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
}

/** Delete and withdraw, each asked once; both resolve to whether it was done. */
export function useDocumentActs(of: AnyDocument) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queries = useQueryClient()
  const rereadDocuments = useRereadDocuments(of)
  /** Says a failure and shows the newest: most often somebody else was quicker. */
  const failed = (code: string, words: string) => {
    const stale = code === 'error.version.stale'
    toast(stale ? 'warning' : 'error', stale ? t('documents:stale.info') : words)
    rereadDocuments()
    return false
  }
  return {
    remove: async ({ id, code, title, objectVersionNumber }: DocumentHeader): Promise<boolean> => {
      const yes = await confirm({
        title: t('documents:deleteTitle', { code }),
        text: t('documents:deleteText', { title }),
        confirm: t('documents:delete'),
        color: 'error',
      })
      if (!yes) return false
      const answer = await call(of.calls.remove, { params: { id }, query: { objectVersionNumber } }, { quiet: true })
      if (isFailure(answer)) return failed(answer.code, answer.message || t('crud:delError'))
      toast('success', t('documents:deleted'))
      void queries.invalidateQueries({ queryKey: queryKeyOf(of.calls.page) })
      return true
    },
    withdraw: async ({ id, code, objectVersionNumber }: DocumentHeader): Promise<boolean> => {
      const yes = await confirm({
        title: t('documents:withdrawTitle', { code }),
        text: t('documents:withdrawText'),
        confirm: t('documents:withdraw'),
        color: 'warning',
      })
      if (!yes) return false
      const answer = await call(of.calls.withdraw, { params: { id }, body: { objectVersionNumber } }, { quiet: true })
      if (isFailure(answer)) return failed(answer.code, answer.message || t('documents:withdrawFailed'))
      toast('success', t('documents:withdrawn'))
      rereadDocuments()
      return true
    },
  }
}
