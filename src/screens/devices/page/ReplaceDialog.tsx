import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import type { Device } from '#contract/devices/device'
import { gatewayCalls } from '#contract/devices/gateway'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import type { Credentials } from '../list/SecretDialog.tsx'

/** Puts another device in the place of one that broke: it takes the name, the place and the history, and signs in by a number of its own. */
export function ReplaceDialog({ of, onClose, onReplaced }: { of: Device; onClose: () => void; onReplaced: (made: Credentials) => void }) {
  const { t } = useTranslation()
  const draft = useDraftState(`replace ${of.id}`, { eui: '', iccid: '' })
  const [faults, setFaults] = useState<{ eui?: string | undefined; iccid?: string | undefined }>({})
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const given = { eui: draft.value.eui.trim(), iccid: draft.value.iccid.trim() || null }
    const parsed = gatewayCalls.replace.body.safeParse(given)
    if (!parsed.success) {
      const found = fieldFaults(parsed.error, given)
      setFaults(Object.fromEntries(Object.entries(found).map(([name, { key, params }]) => [name, t(`errors:field.${key}`, params)])))
      return
    }
    setSaving(true)
    const answer = await call(gatewayCalls.replace, { params: { id: of.id }, body: parsed.data }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFaults({ eui: reasonOf(answer), ...answer.fields })
      return
    }
    draft.drop()
    onReplaced({ name: answer.name, userName: answer.userName, secret: answer.secret })
  }
  const close = () => {
    draft.drop()
    onClose()
  }
  const input = (name: 'eui' | 'iccid') => (
    <TextField
      label={t(`devices:gateway.fields.${name}`)}
      value={draft.value[name]}
      required={name === 'eui'}
      error={faults[name] !== undefined}
      helperText={faults[name]}
      onChange={({ target }) => {
        setFaults({})
        draft.change({ ...draft.value, [name]: target.value })
      }}
    />
  )
  return (
    <Modal open onClose={close} width={480} title={t('crud:pair', { one: t('devices:replace.title'), two: of.name })}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote shown={draft.brought} onDrop={draft.undo} />
        <Alert severity="info">{t('devices:replace.text')}</Alert>
        {input('eui')}
        {input('iccid')}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('devices:replace.save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
