import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Panorama, PANORAMA_NAME_MOST, panoramaCalls } from '#contract/panoramas/panorama'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** Gives a panorama another name. */
export function RenameDialog({ of, onClose, onSaved }: { of: Panorama; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const { value: name, change: setName, drop } = useDraftState(`panorama ${of.panoramaId}`, of.panoramaName)
  const close = () => {
    drop()
    onClose()
  }
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    setFault(name.trim() === '' ? t('errors:field.onlySpaces') : undefined)
    if (name.trim() === '') return
    setSaving(true)
    const { panoramaId, enabledFlag, objectVersionNumber } = of
    const answer = await call(
      panoramaCalls.edit,
      { body: { panoramaId, panoramaName: name.trim(), enabledFlag, objectVersionNumber } },
      { quiet: true },
    )
    setSaving(false)
    if (isFailure(answer)) {
      if (answer.fields?.panoramaName) setFault(answer.fields.panoramaName)
      else setFailure(reasonOf(answer))
      return
    }
    drop()
    toast('success', t('crud:saved'))
    onSaved()
  }
  return (
    <Modal open keepOpen onClose={close} width={440} title={t('panoramas:panorama.rename')}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <TextField
          required
          label={t('panoramas:panorama.name')}
          value={name}
          error={fault !== undefined}
          helperText={fault}
          slotProps={{ htmlInput: { maxLength: PANORAMA_NAME_MOST } }}
          onChange={({ target }) => setName(target.value)}
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
