import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { type DeviceType } from '#contract/devices/deviceType'
import { settingsOf } from '#contract/devices/settings'
import { settingsBatchCalls } from '#contract/devices/settingsBatch'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { BatchProgress } from './BatchProgress.tsx'
import { SettingsFields, settingsOver } from './SettingsFields.tsx'

/** The types among devices that have settings, the most frequent first. */
function typesWithSettings(rows: readonly Device[]): DeviceType[] {
  const many = Map.groupBy(rows, ({ deviceType }) => deviceType)
  return [...many.keys()]
    .filter((type) => Object.keys(settingsOf(type)).length > 0)
    .toSorted((one, other) => many.get(other)!.length - many.get(one)!.length)
}

/** One form of a type's settings for many devices; then how far each of them is. Who cannot be asked with the others is named before. */
export function SettingsDialog({ rows, onClose }: { rows: readonly Device[]; onClose: () => void }) {
  const { t } = useTranslation()
  const types = typesWithSettings(rows)
  const [type, setType] = useState(types[0])
  const [sent, setSent] = useState<number | null>(null)
  return (
    <Modal open keepOpen onClose={onClose} width={640} title={t('devices:settings.many.title')}>
      {sent !== null ? (
        <BatchProgress id={sent} />
      ) : type === undefined ? (
        <Alert severity="info">{t('devices:settings.many.noType')}</Alert>
      ) : (
        <Stack sx={{ gap: 2 }}>
          {types.length > 1 && (
            <TextField
              select
              label={t('devices:settings.many.type')}
              value={type}
              onChange={({ target }) => setType(target.value as DeviceType)}
              slotProps={{ select: { 'data-testid': 'settingsType' } as object }}
            >
              {types.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`devices:type.${one}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
          <SettingsOfMany key={type} type={type} rows={rows} onSent={setSent} onClose={onClose} />
        </Stack>
      )}
    </Modal>
  )
}

function SettingsOfMany({
  type,
  rows,
  onSent,
  onClose,
}: {
  type: DeviceType
  rows: readonly Device[]
  onSent: (batch: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const query = useCall(settingsBatchCalls.devices, { query: { deviceType: type, ids: rows.map(({ id }) => id).join() } }, { gcTime: 0 })
  const draft = useDraftState<Readonly<Record<string, unknown>>>(`settings of many ${type}`, {})
  const typed = draft.value
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  if (!query.data) return <ListGate compact query={query} rows={3} height={48} />
  const { lawful, leftOut, held } = query.data
  const values = settingsOver(type, typed, held)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    const answer = await call(
      settingsBatchCalls.ask,
      { body: { deviceType: type, deviceIds: lawful.map(({ id }) => id), values } },
      { quiet: true },
    )
    setSending(false)
    if (!isFailure(answer)) {
      draft.drop()
      return onSent(answer.id)
    }
    setFaults(answer.fields ?? {})
    setFailure(answer.fields ? undefined : reasonOf(answer))
  }
  const close = () => {
    draft.drop()
    onClose()
  }
  return (
    <Stack component="form" noValidate sx={{ gap: 1.5 }} onSubmit={(event) => void send(event)}>
      <DraftNote shown={draft.brought} onDrop={draft.undo} />
      {leftOut.length > 0 && (
        <Alert severity="warning">
          {t('devices:settings.many.leftOut', { count: leftOut.length })}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere', maxHeight: 160, overflow: 'auto' }} tabIndex={0}>
            {leftOut.map(({ id, name, why }) => (
              <li key={id}>{t('crud:bulk.failed', { title: name, why: t(`devices:settings.many.why.${why}`) })}</li>
            ))}
          </Box>
        </Alert>
      )}
      {lawful.length > 0 && (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary', pb: 0.5 }}>
            {t('devices:settings.many.lead', { count: lawful.length })}
          </Typography>
          <SettingsFields
            type={type}
            values={values}
            faults={faults}
            disabled={sending}
            onChange={(name, value) => draft.change({ ...typed, [name]: value })}
          />
        </>
      )}
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={close}>{t('crud:cancel')}</Button>
        <Button type="submit" variant="contained" disabled={lawful.length === 0} loading={sending} sx={{ minHeight: 44 }}>
          {t('devices:settings.many.send', { count: lawful.length })}
        </Button>
      </Stack>
    </Stack>
  )
}
