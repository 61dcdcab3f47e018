import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '#contract/core/call'
import { batch, type Batch, batchCalls } from '#contract/farm/batch'
import { isEnded } from '#machines/farm/batch'
import { queryKeyOf } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'

/** What the books of a batch do alike: a row is written in a window, one is deleted after a question, and then all is read again. */
export function useBook<Row>(record: Batch, pages: readonly AnyCall[]) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const mayWrite = usePermission(batch.codes.edit) === true && !isEnded(record.batchState)
  const [edited, edit] = useState<Row | 'new' | null>(null)
  const reread = () => {
    for (const one of [...pages, batchCalls.get, batchCalls.page]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  const mayRemove = (title: string) => confirm({ title, text: t('crud:deleteText'), confirm: t('crud:delete'), color: 'error' })
  return { mayWrite, edited, edit, reread, mayRemove }
}
