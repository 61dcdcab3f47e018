import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { INQUIRY_PICTURES_MOST, INQUIRY_TEXT_MOST, type InquiryInfo, inquiryCalls } from '#contract/agriculture/inquiry'
import { call, isFailure } from '#src/api/call.ts'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { PageForm } from '#src/forms/PageForm.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useSettle } from '#src/forms/useSettle.ts'

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
  const { reread } = useSettle([inquiryCalls.get, inquiryCalls.page])
  const form = useFormWindow({ draft: `inquiry ${of.inquiryId}`, begun: BLANK, asks: false })
  const { value, failure } = form
  const typed = value.content.trim() !== '' || value.pictures.length > 0
  const send = async () => {
    if (value.content.trim() === '') return form.say({ content: t('errors:field.required') })
    const body = { content: value.content, pictures: [...value.pictures] }
    await form.send(
      async () => {
        const answer = await call(inquiryCalls.say, { params: { id: of.inquiryId }, body }, { quiet: true })
        // Somebody was quicker: the newest is shown, with what was typed under it.
        if (!isFailure(answer) || answer.status === 409) reread()
        return answer
      },
      t(`agriculture:inquiry.sent.${act ?? 'answer'}`),
      form.undo,
    )
  }
  if (act === null && !typed && onClosing === null) return failure === undefined ? null : <Alert severity="error">{failure}</Alert>
  return (
    <PageForm form={{ ...form, brought: form.brought && typed }} spacing={1.5} onSave={send}>
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
            slotProps={{ htmlInput: { maxLength: INQUIRY_TEXT_MOST } }}
            {...form.text('content')}
          />
          <ImageInput
            label={t('agriculture:inquiry.fields.pictures')}
            max={INQUIRY_PICTURES_MOST}
            fault={form.faults['pictures']}
            {...form.pick('pictures')}
          />
        </>
      )}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1, flexWrap: 'wrap' }}>
        {onClosing !== null && <Button onClick={onClosing}>{t('agriculture:inquiry.close')}</Button>}
        {act !== null && (
          <Button type="submit" variant="contained" loading={form.saving}>
            {t(act === 'ask' ? 'agriculture:inquiry.reply.sendAsk' : 'agriculture:inquiry.reply.sendAnswer')}
          </Button>
        )}
      </Stack>
    </PageForm>
  )
}
