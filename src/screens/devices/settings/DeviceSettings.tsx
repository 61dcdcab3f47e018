import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { settingsCalls } from '#contract/devices/settings'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useMay } from '#src/devices/useMay.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { SettingsFields, settingsOver } from './SettingsFields.tsx'

/** How often the way of a command that is under way is asked for. */
const AGAIN_MS = 1500
const isUnderWay = (state: string | undefined) => state === 'queued' || state === 'sent' || state === 'acknowledged'

/** What a device is set to: what it confirmed, what was asked last, and a form of what its type can hold. */
export function DeviceSettings({ device }: { device: Device }) {
  const { t } = useTranslation()
  const said = useSaid()
  const mayEdit = useMay('edit', device.deviceType)
  const query = useCall(
    settingsCalls.get,
    { params: { id: device.id } },
    { refetchInterval: ({ state }) => (isUnderWay(state.data?.asked?.state) ? AGAIN_MS : false) },
  )
  const draft = useDraftState<Readonly<Record<string, unknown>>>(`settings ${device.id}`, {})
  const typed = draft.value
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  if (!query.data) return <ListGate compact query={query} rows={3} height={48} />
  const { asked, confirmed } = query.data
  const values = settingsOver(device.deviceType, typed, confirmed?.values ?? {})
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    const answer = await call(settingsCalls.set, { params: { id: device.id }, body: { values } }, { quiet: true })
    setSaving(false)
    setFaults(isFailure(answer) ? (answer.fields ?? {}) : {})
    setFailure(isFailure(answer) ? (answer.fields ? undefined : reasonOf(answer)) : undefined)
    if (!isFailure(answer)) draft.undo()
    void query.refetch()
  }
  return (
    <Section title={t('devices:settings.title')}>
      <Stack component="form" noValidate spacing={1.5} onSubmit={(event) => void save(event)} sx={{ maxWidth: 560, pt: 1 }}>
        <DraftNote shown={draft.brought} onDrop={draft.undo} />
        <SettingsFields
          type={device.deviceType}
          values={values}
          faults={faults}
          disabled={!mayEdit}
          onChange={(name, value) => draft.change({ ...typed, [name]: value })}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {confirmed === null ? t('devices:settings.never') : t('devices:settings.confirmed', { time: momentText(confirmed.at) })}
        </Typography>
        {asked !== null && asked.state !== 'observed' && (
          <Alert severity={isUnderWay(asked.state) ? 'info' : 'warning'}>
            {t('devices:settings.asked', {
              author: asked.author ?? t('devices:control.system'),
              time: momentText(asked.at),
              state: said(asked.message) ?? t(`devices:commandState.${asked.state}`),
            })}
          </Alert>
        )}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        {mayEdit && (
          <Box>
            <Button type="submit" variant="contained" loading={saving} sx={{ minHeight: 44 }}>
              {t('devices:settings.send')}
            </Button>
          </Box>
        )}
      </Stack>
    </Section>
  )
}
