import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalCalls, MAX_COMMENT, type Person } from '#contract/approvals/approval'
import { call, isFailure } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { toast } from '#src/ui/toast.ts'
import { PersonPicker } from './PersonPicker.tsx'

interface Draft {
  readonly to: Person | null
  readonly comment: string
}

/** Hands the caller's task to a colleague. */
export function TransferDialog({ taskId, onClose, onDone }: { taskId: number; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const begun: Draft = { to: null, comment: '' }
  const form = useFormWindow({ draft: `transfer ${taskId}`, begun, asks: false, onClose })
  const { to, comment } = form.value
  const [asked, setAsked] = useState(false)
  const length = comment.trim().length
  const tooLong = length > MAX_COMMENT
  const send = async () => {
    setAsked(true)
    if (to === null || tooLong) return
    const body = { taskId, toUserId: to.userId, comment: comment.trim() || null }
    await form.send(
      async () => {
        const answer = await call(approvalCalls.transfer, { params: { id: taskId }, body }, { quiet: true })
        if (!isFailure(answer)) return true
        return answer.code === 'error.approval.handled' ? false : { ...answer, message: answer.message || t('approvals:transfer.failed') }
      },
      null,
      (isDone) => {
        if (isDone) toast('success', t('approvals:transfer.done', { name: to.realName }))
        else toast('warning', t('approvals:decision.handled'))
        onDone()
      },
    )
  }
  return (
    <FormWindow form={form} spacing={1} title={t('approvals:transfer.title')} send={t('approvals:transfer.send')} onSave={send}>
      <PersonPicker
        label={t('approvals:transfer.to')}
        {...form.pick('to')}
        fault={asked && to === null ? t('approvals:transfer.needed') : undefined}
      />
      <TextField
        multiline
        minRows={3}
        label={t('approvals:transfer.comment')}
        value={comment}
        error={tooLong}
        onChange={({ target }) => form.put({ comment: target.value })}
        helperText={`${t(tooLong ? 'approvals:decision.tooLong' : 'approvals:decision.hint', { max: MAX_COMMENT })} ${t('approvals:decision.counter', { count: length, max: MAX_COMMENT })}`}
      />
    </FormWindow>
  )
}
