import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isFailure } from '#src/api/call.ts'
import type { AnyCall } from '#contract/core/call'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'

const LONGEST = 200

/** What is asked before something that needs a reason is done: a document ended short, a posting taken back. */
export interface Reasoned {
  /** Tells one question from another, for what was typed in it. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly act: string
  readonly done: string
  readonly call: AnyCall
  readonly id: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Asks for the reason of an act and does it; `onDone` also where somebody else was quicker, so that the newest is shown. */
export function ReasonDialog({ of, onClose, onDone }: { of: Reasoned; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const { value: reason, brought, change, undo, drop } = useDraftState(of.name, '')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const missing = reason.trim() === ''
  const close = () => {
    drop()
    onClose()
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (missing || busy) return
    setBusy(true)
    setFailure(undefined)
    const answer = await call(of.call, { params: { id: of.id }, body: { ...of.body, reason: reason.trim() } }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) {
      setFailure(answer.code === 'error.version.stale' ? t('documents:stale.info') : answer.message)
      if (answer.code === 'error.version.stale') onDone()
      return
    }
    toast('success', of.done)
    onDone()
    close()
  }
  return (
    <Modal open keepOpen onClose={close} width={480} title={of.title}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        <Typography variant="body2">{of.text}</Typography>
        <DraftNote shown={brought} onDrop={undo} />
        <TextField
          required
          multiline
          minRows={2}
          fullWidth
          name="reason"
          label={t('documents:reason')}
          value={reason}
          onChange={({ target }) => change(target.value)}
          error={asked && missing}
          helperText={asked && missing ? t('errors:field.required') : ' '}
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
        <FormEnd failure={failure} saving={busy} send={of.act} color="warning" onCancel={close} />
      </Stack>
    </Modal>
  )
}
