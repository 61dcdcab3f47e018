import Alert from '@mui/material/Alert'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountCalls } from '#contract/session/account'
import { REGISTER_NAME_MAX } from '#contract/session/registration'
import { call, isFailure } from '#src/api/call.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { CropImage } from '#src/files/cropImage.tsx'
import { uploadFile } from '#src/files/uploadFile.ts'
import { acceptOf } from '#src/files/useHint.ts'
import { loadSession, useSession } from '#src/session/session.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { tipFor } from '#src/ui/tipFor.ts'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'
import { useDraft } from '#src/session/useDraft.ts'

const AVATAR = 96

/** Name and picture (ACCOUNT-05), and who one is to the product. */
export function InfoSection() {
  const { t } = useTranslation()
  const { self } = useSession()
  if (self == null) return null
  return (
    <Section title={t('account:tabs.info')}>
      <Picture />
      <NameForm key={self.realName} />
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 1, mt: 3, mb: 1 }}>
        <SecondaryText component="dt">{t('account:info.loginName')}</SecondaryText>
        <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {self.loginName}
        </Typography>
        <SecondaryText component="dt">{t('account:info.tenants')}</SecondaryText>
        <Box component="dd" sx={{ m: 0 }}>
          {self.tenants.map(({ tenantId, tenantName }) => (
            <Typography key={tenantId} variant="body2">
              {tenantName}
            </Typography>
          ))}
        </Box>
      </Box>
    </Section>
  )
}

function Picture() {
  const { t } = useTranslation()
  const { self } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const initial = Array.from(self?.realName || (self?.loginName ?? ''))[0]?.toUpperCase()
  const show = async (avatar: string) => {
    const answer = await call(accountCalls.avatar, { body: { avatar } })
    if (isFailure(answer)) return
    await loadSession()
    toast('success', t('frame:tip.saved'))
  }
  const change = (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    void work().finally(() => setBusy(false))
  }
  const keep = async (cropped: File) => {
    setChosen(null)
    const stored = await uploadFile(cropped, { kind: 'image', bucket: 'avatars' })
    if (isFailure(stored)) setFailure(tipFor(stored))
    else await show(stored.fileUrl)
  }
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap', py: 1 }}>
      <Avatar alt="" sx={{ width: AVATAR, height: AVATAR, fontSize: 40, bgcolor: 'primary.main', color: 'primary.contrastText' }}>
        {self?.imageUrl == null ? (
          initial
        ) : (
          <AuthImage src={self.imageUrl} alt={t('account:info.avatar')} width={AVATAR} height={AVATAR} fallback={initial} />
        )}
      </Avatar>
      <Box>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button variant="outlined" loading={busy} onClick={() => input.current?.click()}>
            {t('account:info.chooseAvatar')}
          </Button>
          {self?.imageUrl != null && (
            <Button color="inherit" disabled={busy} onClick={() => change(() => show(''))}>
              {t('account:info.removeAvatar')}
            </Button>
          )}
        </Stack>
        <SecondaryText variant="caption" component="p" sx={{ mt: 0.5 }}>
          {t('account:info.avatarHint')}
        </SecondaryText>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('account:info.chooseAvatar')}
          accept={acceptOf('image')}
          onChange={({ target }) => {
            setFailure(null)
            setChosen(target.files?.[0] ?? null)
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        {failure != null && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {failure}
          </Alert>
        )}
      </Box>
      <CropImage file={chosen} onClose={() => setChosen(null)} onDone={(cropped) => change(() => keep(cropped))} />
    </Stack>
  )
}

function NameForm() {
  const { t } = useTranslation()
  const { self } = useSession()
  const draft = useDraft<string>('realName')
  const before = self?.realName ?? ''
  const brought = draft.found != null && draft.found !== before
  const [name, setName] = useState(brought ? (draft.found ?? before) : before)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') {
      setFault(t(name === '' ? 'errors:field.required' : 'errors:field.onlySpaces'))
      return
    }
    setBusy(true)
    const answer = await call(accountCalls.realName, { body: { realName: name } })
    setBusy(false)
    if (isFailure(answer)) {
      setFault(answer.fields?.['realName'] ?? null)
      return
    }
    draft.drop()
    await loadSession()
    toast('success', t('frame:tip.saved'))
  }
  return (
    <Stack component="form" noValidate onSubmit={(event) => void save(event)} direction="row" sx={{ gap: 1.5, mt: 2, maxWidth: 480 }}>
      <TextField
        fullWidth
        label={t('account:info.realName')}
        value={name}
        disabled={busy}
        error={fault != null}
        helperText={fault ?? (brought && name === draft.found ? t('account:info.draft') : ' ')}
        onChange={({ target }) => {
          setName(target.value)
          setFault(null)
          if (target.value === before) draft.drop()
          else draft.keep(target.value)
        }}
        slotProps={{ htmlInput: { autoComplete: 'name', maxLength: REGISTER_NAME_MAX } }}
      />
      <Box>
        <Button type="submit" variant="contained" loading={busy} disabled={name === before} sx={{ height: 40 }}>
          {t('account:info.save')}
        </Button>
      </Box>
    </Stack>
  )
}
