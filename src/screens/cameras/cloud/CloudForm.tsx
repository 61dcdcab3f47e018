import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CameraCloud, cameraCloudCalls, CLOUD_KEY_MAX, MEDIA_SERVER_MAX } from '#contract/cameras/cloud'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { LeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { KeyTest } from './KeyTest.tsx'

const STALE_CODE = 'error.version.stale'

type Typed = Pick<CameraCloud, 'appKey' | 'mediaServerUrl'>
type Faults = Readonly<Partial<Record<string, string>>>

/** The keys of the Ezviz cloud, and the address of a media server. The secret is typed and never shown. */
export function CloudForm({
  begun,
  guard,
  onReload,
  onClose,
}: {
  begun: CameraCloud
  guard: LeaveGuard
  onReload: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { value, brought, change, undo, drop } = useDraftState<Typed>(`camera cloud ${begun.objectVersionNumber}`, {
    appKey: begun.appKey,
    mediaServerUrl: begun.mediaServerUrl,
  })
  const [appSecret, setAppSecret] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<CallFailure>()
  const [saving, setSaving] = useState(false)
  const touched = (name: string) => {
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([one]) => one !== name)))
    guard.setDirty(true, drop)
  }
  const set = (next: Partial<Typed>) => {
    change({ ...value, ...next })
    touched(Object.keys(next)[0]!)
  }
  const reload = () => {
    guard.setDirty(false)
    drop()
    onReload()
  }
  const refused = (answer: CallFailure) => {
    if (answer.fields) setFaults(answer.fields)
    else setFailure(answer)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    setSaving(true)
    const secret = await encryptKept(appSecret === '' ? null : appSecret)
    const body = { ...value, objectVersionNumber: begun.objectVersionNumber }
    const answer = isFailure(secret) ? secret : await call(cameraCloudCalls.save, { body: { ...body, appSecret: secret } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return refused(answer)
    guard.setDirty(false)
    drop()
    toast('success', t('cameras:cloud.saved'))
    onClose()
  }
  const box = (name: 'appKey' | 'appSecret' | 'mediaServerUrl', hint: string) => ({
    name,
    fullWidth: true,
    label: t(`cameras:cloud.${name}`),
    error: faults[name] !== undefined,
    helperText: faults[name] ?? hint,
  })
  const plain = { autoCapitalize: 'off', spellCheck: false }
  const keepsSecret = begun.hasSecret && value.appKey.trim() === begun.appKey
  return (
    <Stack component="form" noValidate sx={{ gap: 1.5, pt: 1 }} onSubmit={(event) => void save(event)}>
      <DraftNote shown={brought} onDrop={undo} />
      <Typography variant="h3" component="h3">
        {t('cameras:cloud.ezviz')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('cameras:cloud.ezvizText')}
      </Typography>
      <TextField
        {...box('appKey', t('cameras:cloud.appKeyHint'))}
        value={value.appKey}
        slotProps={{ htmlInput: { ...plain, maxLength: CLOUD_KEY_MAX, autoComplete: 'off' } }}
        onChange={({ target }) => set({ appKey: target.value })}
      />
      <TextField
        {...box('appSecret', keepsSecret ? t('cameras:cloud.secretKept') : ' ')}
        type="password"
        value={appSecret}
        slotProps={{ htmlInput: { maxLength: CLOUD_KEY_MAX, autoComplete: 'new-password' } }}
        onChange={({ target }) => {
          setAppSecret(target.value)
          touched('appSecret')
        }}
      />
      <KeyTest appKey={value.appKey} appSecret={appSecret} onFault={setFaults} />
      <Typography variant="h3" component="h3">
        {t('cameras:cloud.media')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('cameras:cloud.mediaText')}
      </Typography>
      <TextField
        {...box('mediaServerUrl', t('cameras:cloud.mediaHint'))}
        value={value.mediaServerUrl}
        slotProps={{ htmlInput: { ...plain, maxLength: MEDIA_SERVER_MAX, inputMode: 'url' } }}
        onChange={({ target }) => set({ mediaServerUrl: target.value })}
      />
      <FormEnd
        failure={failure && reasonOf(failure)}
        onReload={failure?.code === STALE_CODE ? reload : undefined}
        saving={saving}
        onCancel={() => guard.leave(onClose)}
      />
    </Stack>
  )
}
