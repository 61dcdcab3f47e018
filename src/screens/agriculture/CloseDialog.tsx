import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { INQUIRY_REASON_MOST, type InquiryInfo, inquiryCalls } from '#contract/agriculture/inquiry'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** Closes an inquiry, with a reason where there is one. */
export function CloseDialog({ of, onClose }: { of: InquiryInfo; onClose: () => void }) {
  const { t } = useTranslation()
  const { reread } = useSettle([inquiryCalls.get, inquiryCalls.page])
  const form = useFormWindow({ draft: `inquiry ${of.inquiryId} closing`, begun: { reason: '' }, asks: false, onClose })
  const { reason } = form.value
  const send = () =>
    form.send(
      async () => {
        const body = { reason: reason.trim() === '' ? null : reason }
        const answer = await call(inquiryCalls.close, { params: { id: of.inquiryId }, body }, { quiet: true })
        reread()
        return answer
      },
      t('agriculture:inquiry.closeDone'),
      onClose,
    )
  return (
    <FormWindow
      form={form}
      title={t('agriculture:inquiry.closeTitle', { title: of.title })}
      send={t('agriculture:inquiry.close')}
      onSave={send}
    >
      <SecondaryText>{t('agriculture:inquiry.closeText')}</SecondaryText>
      <TextField
        multiline
        minRows={2}
        fullWidth
        name="reason"
        label={t('agriculture:inquiry.reason')}
        slotProps={{ htmlInput: { maxLength: INQUIRY_REASON_MOST } }}
        {...form.text('reason')}
      />
    </FormWindow>
  )
}
