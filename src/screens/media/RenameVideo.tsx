import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type PromoVideo, promoVideoCalls, VIDEO_TITLE_MOST } from '#contract/media/promoVideo'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'

/** What a video is called. */
export function RenameVideo({ of, onClose, onSaved }: { of: PromoVideo; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const form = useFormWindow({ draft: `promoVideo title ${of.videoId}`, begun: { title: of.title }, onClose })
  const title = form.value.title.trim()
  const save = () => {
    if (title === '') return form.say({ title: t('errors:field.onlySpaces') })
    const { videoId, enabledFlag, objectVersionNumber } = of
    const body = { videoId, enabledFlag, objectVersionNumber, title }
    return form.send(() => call(promoVideoCalls.edit, { body }, { quiet: true }), t('media:promoVideo.saved'), onSaved)
  }
  return (
    <FormWindow form={form} width={440} title={t('media:promoVideo.rename')} onSave={save}>
      <TextField
        required
        label={t('media:promoVideo.name')}
        slotProps={{ htmlInput: { maxLength: VIDEO_TITLE_MOST } }}
        {...form.text('title')}
      />
    </FormWindow>
  )
}
