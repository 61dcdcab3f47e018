import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalCalls, MAX_COMMENT, type Person } from '#contract/approvals/approval'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { PersonPicker } from './PersonPicker.tsx'

interface Draft {
  readonly to: Person | null
  readonly comment: string
}

/** Hands the caller's task to a colleague. */
export function TransferDialog({ taskId, onClose, onDone }: { taskId: number; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`transfer ${taskId}`, { to: null, comment: '' })
  const { to, comment } = value
  const [sending, setSending] = useState(false)
  const [asked, setAsked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const length = comment.trim().length
  const tooLong = length > MAX_COMMENT
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (to === null || tooLong || sending) return
    setSending(true)
    const answer = await call(
      approvalCalls.transfer,
      { params: { id: taskId }, body: { taskId, toUserId: to.userId, comment: comment.trim() || null } },
      { quiet: true },
    )
    setSending(false)
    if (!isFailure(answer)) {
      toast('success', t('approvals:transfer.done', { name: to.realName }))
      drop()
      onDone()
    } else if (answer.code === 'error.approval.handled') {
      toast('warning', t('approvals:decision.handled'))
      drop()
      onDone()
    } else setFailure(answer.message || t('approvals:transfer.failed'))
  }
  const cancel = () => {
    drop()
    onClose()
  }
  return (
    <Modal open keepOpen onClose={cancel} width={480} title={t('approvals:transfer.title')}>
      <Stack component="form" noValidate spacing={1} onSubmit={(event) => void send(event)} sx={{ pt: 1 }}>
        <DraftNote shown={brought} onDrop={undo} />
        <PersonPicker
          label={t('approvals:transfer.to')}
          value={to}
          onChange={(person) => change({ ...value, to: person })}
          fault={asked && to === null ? t('approvals:transfer.needed') : undefined}
        />
        <TextField
          multiline
          minRows={3}
          label={t('approvals:transfer.comment')}
          value={comment}
          error={tooLong}
          onChange={({ target }) => change({ ...value, comment: target.value })}
          helperText={`${t(tooLong ? 'approvals:decision.tooLong' : 'approvals:decision.hint', { max: MAX_COMMENT })} ${t('approvals:decision.counter', { count: length, max: MAX_COMMENT })}`}
        />
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, pt: 1 }}>
          <Button onClick={cancel}>{t('approvals:act.cancel')}</Button>
          <Button type="submit" variant="contained" loading={sending} loadingPosition="start">
            {t('approvals:transfer.send')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
