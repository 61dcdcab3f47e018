import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { INQUIRY_PICTURES_MOST, INQUIRY_TEXT_MOST, type InquiryInfo, inquiryCalls } from '#contract/agriculture/inquiry'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

interface Draft {
  readonly content: string
  readonly pictures: readonly string[]
}
const BLANK: Draft = { content: '', pictures: [] }

/**
 * A further question or an answer, under the conversation. What was typed stays while the inquiry is closed by somebody else, and after a
 * reload: nothing of it is lost.
 */
export function ReplyForm({ of, act, onClosing }: { of: InquiryInfo; act: 'ask' | 'answer' | null; onClosing: (() => void) | null }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`inquiry ${of.inquiryId}`, BLANK)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const typed = value.content.trim() !== '' || value.pictures.length > 0
  const refresh = () => {
    for (const one of [inquiryCalls.get, inquiryCalls.page]) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (value.content.trim() === '') return setFaults({ content: t('errors:field.required') })
    setFaults({})
    setBusy(true)
    const body = { content: value.content, pictures: [...value.pictures] }
    const answer = await call(inquiryCalls.say, { params: { id: of.inquiryId }, body }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) {
      if (answer.fields) setFaults(answer.fields)
      else setFailure(reasonOf(answer))
      // Somebody was quicker: the newest is shown, with what was typed under it.
      if (answer.status === 409) refresh()
      return
    }
    drop()
    change(BLANK)
    toast('success', t(`agriculture:inquiry.sent.${act ?? 'answer'}`))
    refresh()
  }
  if (act === null && !typed && onClosing === null) return failure === undefined ? null : <Alert severity="error">{failure}</Alert>
  return (
    <Stack component="form" noValidate spacing={1.5} onSubmit={(event) => void send(event)}>
      <DraftNote shown={brought && typed} onDrop={undo} />
      {act === 'ask' && of.state === 'closed' && <Alert severity="info">{t('agriculture:inquiry.reply.reopens')}</Alert>}
      {failure !== undefined && (
        <Alert severity="error">
          {failure}
          {typed && ` ${t('agriculture:inquiry.keptText')}`}
        </Alert>
      )}
      {(act !== null || typed) && (
        <>
          <TextField
            required
            multiline
            minRows={3}
            fullWidth
            name="content"
            label={t(`agriculture:inquiry.reply.${act ?? 'answer'}`)}
            value={value.content}
            onChange={({ target }) => change({ ...value, content: target.value })}
            error={faults['content'] !== undefined}
            helperText={faults['content']}
            slotProps={{ htmlInput: { maxLength: INQUIRY_TEXT_MOST } }}
          />
          <ImageInput
            label={t('agriculture:inquiry.fields.pictures')}
            max={INQUIRY_PICTURES_MOST}
            value={value.pictures}
            fault={faults['pictures']}
            onChange={(pictures) => change({ ...value, pictures })}
          />
        </>
      )}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap' }}>
        {onClosing !== null && <Button onClick={onClosing}>{t('agriculture:inquiry.close')}</Button>}
        {act !== null && (
          <Button type="submit" variant="contained" loading={busy}>
            {t(act === 'ask' ? 'agriculture:inquiry.reply.sendAsk' : 'agriculture:inquiry.reply.sendAnswer')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
