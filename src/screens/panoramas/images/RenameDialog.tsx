import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type Panorama, PANORAMA_NAME_MOST, panoramaCalls } from '#contract/panoramas/panorama'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'

/** Gives a panorama another name. */
export function RenameDialog({ of, onClose, onSaved }: { of: Panorama; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const form = useFormWindow({ draft: `panorama name ${of.panoramaId}`, begun: { panoramaName: of.panoramaName }, onClose })
  const panoramaName = form.value.panoramaName.trim()
  const save = () => {
    if (panoramaName === '') return form.say({ panoramaName: t('errors:field.onlySpaces') })
    const { panoramaId, enabledFlag, objectVersionNumber } = of
    const body = { panoramaId, panoramaName, enabledFlag, objectVersionNumber }
    return form.send(() => call(panoramaCalls.edit, { body }, { quiet: true }), t('crud:saved'), onSaved)
  }
  return (
    <FormWindow form={form} width={440} title={t('panoramas:panorama.rename')} onSave={save}>
      <TextField
        required
        label={t('panoramas:panorama.name')}
        slotProps={{ htmlInput: { maxLength: PANORAMA_NAME_MOST } }}
        {...form.text('panoramaName')}
      />
    </FormWindow>
  )
}
