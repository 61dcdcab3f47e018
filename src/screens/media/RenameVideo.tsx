import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PromoVideo, promoVideoCalls, VIDEO_TITLE_MOST } from '#contract/media/promoVideo'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** What a video is called. */
export function RenameVideo({ of, onClose, onSaved }: { of: PromoVideo; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const { value: title, change, drop } = useDraftState(`promoVideo ${of.videoId}`, of.title)
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const close = () => {
    drop()
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    setFailure(title.trim() === '' ? t('errors:field.onlySpaces') : undefined)
    if (title.trim() === '') return
    setSaving(true)
    const { videoId, enabledFlag, objectVersionNumber } = of
    const body = { videoId, enabledFlag, objectVersionNumber, title: title.trim() }
    const answer = await call(promoVideoCalls.edit, { body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFailure(answer.fields?.title ?? reasonOf(answer))
      return
    }
    drop()
    toast('success', t('media:promoVideo.saved'))
    onSaved()
  }
  return (
    <Modal open keepOpen onClose={close} width={440} title={t('media:promoVideo.rename')}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <TextField
          required
          label={t('media:promoVideo.name')}
          value={title}
          slotProps={{ htmlInput: { maxLength: VIDEO_TITLE_MOST } }}
          onChange={({ target }) => change(target.value)}
        />
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
          <Button onClick={close}>{t('frame:act.cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('crud:save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
