import { useTranslation } from 'react-i18next'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'

/** Takes something away after a word: that it is gone is told, and what went wrong in the server's words. Answers whether it is gone. */
export function useTakingAway() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return async (
    asked: { readonly title: string; readonly text: string; readonly confirm: string; readonly done?: string },
    /** A call that shows nothing by itself. */
    take: () => Promise<1 | CallFailure>,
  ): Promise<boolean> => {
    if (!(await confirm({ title: asked.title, text: asked.text, confirm: asked.confirm, color: 'error' }))) return false
    const answer = await take()
    if (isFailure(answer)) toast('error', answer.message || t('crud:delError'))
    else toast('success', asked.done ?? t('crud:deleted'))
    return !isFailure(answer)
  }
}
