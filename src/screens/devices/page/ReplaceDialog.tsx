import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { gatewayCalls } from '#contract/devices/gateway'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import type { Credentials } from '../list/SecretDialog.tsx'

/** Puts another device in the place of one that broke: it takes the name, the place and the history, and signs in by a number of its own. */
export function ReplaceDialog({ of, onClose, onReplaced }: { of: Device; onClose: () => void; onReplaced: (made: Credentials) => void }) {
  const { t } = useTranslation()
  const form = useFormWindow({ draft: `replace ${of.id}`, begun: { eui: '', iccid: '' }, onClose })
  const save = () => {
    const body = form.read(gatewayCalls.replace.body, { eui: form.value.eui.trim(), iccid: form.value.iccid.trim() || null })
    if (body === null) return
    return form.send(() => call(gatewayCalls.replace, { params: { id: of.id }, body }, { quiet: true }), null, onReplaced)
  }
  const input = (name: 'eui' | 'iccid') => (
    <TextField label={t(`devices:gateway.fields.${name}`)} required={name === 'eui'} {...form.text(name)} />
  )
  return (
    <FormWindow
      form={form}
      title={t('crud:pair', { one: t('devices:replace.title'), two: of.name })}
      send={t('devices:replace.save')}
      onSave={save}
    >
      <Alert severity="info">{t('devices:replace.text')}</Alert>
      {input('eui')}
      {input('iccid')}
    </FormWindow>
  )
}
