import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { approvalCalls } from '#contract/approvals/approval'
import { aplionform, type Aplionform } from '#contract/inventory/aplionform'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'

/** Reads again what shows purchase applications and their approvals. */
export function useRereadDocuments(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const one of [aplionform.calls.page, aplionform.calls.get, aplionform.calls.flow, approvalCalls.process])
      void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
}

/** Delete and withdraw, each asked once; both resolve to whether it was done. */
export function useDocumentActs() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queries = useQueryClient()
  const rereadDocuments = useRereadDocuments()
  /** Says a failure and shows the newest: most often somebody else was quicker. */
  const failed = (code: string, words: string) => {
    const stale = code === 'error.version.stale'
    toast(stale ? 'warning' : 'error', stale ? t('inventory:aplionform.stale.info') : words)
    rereadDocuments()
    return false
  }
  return {
    remove: async ({ id, code, title, objectVersionNumber }: Aplionform): Promise<boolean> => {
      const yes = await confirm({
        title: t('inventory:aplionform.deleteTitle', { code }),
        text: t('inventory:aplionform.deleteText', { title }),
        confirm: t('inventory:aplionform.delete'),
        color: 'error',
      })
      if (!yes) return false
      const answer = await call(aplionform.calls.remove, { params: { id }, query: { objectVersionNumber } }, { quiet: true })
      if (isFailure(answer)) return failed(answer.code, answer.message || t('crud:delError'))
      toast('success', t('inventory:aplionform.deleted'))
      void queries.invalidateQueries({ queryKey: queryKeyOf(aplionform.calls.page) })
      return true
    },
    withdraw: async ({ id, code, objectVersionNumber }: Aplionform): Promise<boolean> => {
      const yes = await confirm({
        title: t('inventory:aplionform.withdrawTitle', { code }),
        text: t('inventory:aplionform.withdrawText'),
        confirm: t('inventory:aplionform.withdraw'),
        color: 'warning',
      })
      if (!yes) return false
      const answer = await call(aplionform.calls.withdraw, { params: { id }, body: { objectVersionNumber } }, { quiet: true })
      if (isFailure(answer)) return failed(answer.code, answer.message || t('inventory:aplionform.withdrawFailed'))
      toast('success', t('inventory:aplionform.withdrawn'))
      rereadDocuments()
      return true
    },
  }
}
