import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { INQUIRY_REASON_MOST, type InquiryInfo, inquiryCalls } from '#contract/agriculture/inquiry'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** Closes an inquiry, with a reason where there is one. */
export function CloseDialog({ of, onClose }: { of: InquiryInfo; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { value: reason, brought, change, undo, drop } = useDraftState(`inquiry ${of.inquiryId} close`, '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const leave = () => {
    drop()
    onClose()
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    const body = { reason: reason.trim() === '' ? null : reason }
    const answer = await call(inquiryCalls.close, { params: { id: of.inquiryId }, body }, { quiet: true })
    setBusy(false)
    for (const one of [inquiryCalls.get, inquiryCalls.page]) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
    if (isFailure(answer)) return setFailure(reasonOf(answer))
    toast('success', t('agriculture:inquiry.closeDone'))
    leave()
  }
  return (
    <Modal open keepOpen onClose={leave} width={480} title={t('agriculture:inquiry.closeTitle', { title: of.title })}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('agriculture:inquiry.closeText')}
        </Typography>
        <DraftNote shown={brought} onDrop={undo} />
        <TextField
          multiline
          minRows={2}
          fullWidth
          name="reason"
          label={t('agriculture:inquiry.reason')}
          value={reason}
          onChange={({ target }) => change(target.value)}
          slotProps={{ htmlInput: { maxLength: INQUIRY_REASON_MOST } }}
        />
        <FormEnd failure={failure} saving={busy} send={t('agriculture:inquiry.close')} onCancel={leave} />
      </Stack>
    </Modal>
  )
}
