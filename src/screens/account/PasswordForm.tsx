import Visibility from '@mui/icons-material/VisibilityOutlined'
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountCalls, SIGNED_OUT_AFTER_MS } from '#contract/session/account'
import { isAccountPassword } from '#contract/session/registration'
import { call, isFailure } from '#src/api/call.ts'
import { encryptSecret, loadCipher } from '#src/session/encryptSecret.ts'
import { signOutSoon, useSession } from '#src/session/session.ts'
import { tipFor } from '#src/ui/tipFor.ts'
import { Section } from '#src/ui/Section.tsx'

const FIELDS = ['originalPassword', 'password', 'again'] as const
type Field = (typeof FIELDS)[number]
const LABELS = { originalPassword: 'original', password: 'fresh', again: 'again' } as const satisfies Record<Field, string>

/** ACCOUNT-02 to -04: the new password by its rule, the old one proven; then everybody of this account must sign in again. */
export function PasswordForm() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [typed, setTyped] = useState<Record<Field, string>>({ originalPassword: '', password: '', again: '' })
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const [shown, setShown] = useState(false)
  const [step, setStep] = useState<'open' | 'sending' | 'changed'>('open')
  const [failure, setFailure] = useState<string | null>(null)

  const faultsOf = (): Partial<Record<Field, string>> => {
    const found: Partial<Record<Field, string>> = {}
    for (const field of FIELDS) if (typed[field] === '') found[field] = t('errors:field.required')
    if (found.password == null && !isAccountPassword(typed.password)) found.password = t('account:safe.rule')
    else if (found.password == null && typed.password === typed.originalPassword) found.password = t('account:safe.same')
    if (found.again == null && typed.again !== typed.password) found.again = t('account:safe.differs')
    return found
  }
  const change = async () => {
    const [password, originalPassword] = await Promise.all([encryptSecret(typed.password), encryptSecret(typed.originalPassword)])
    if (isFailure(password)) return password
    if (isFailure(originalPassword)) return originalPassword
    return call(accountCalls.password, { body: { password, originalPassword, organizationId: tenantId } }, { quiet: true })
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const focus = (found: Partial<Record<Field, string>>) =>
      form.querySelector<HTMLInputElement>(`[name=${FIELDS.find((field) => found[field] != null)}]`)?.focus()
    const found = faultsOf()
    setFaults(found)
    setFailure(null)
    if (Object.keys(found).length > 0) {
      focus(found)
      return
    }
    setStep('sending')
    const answer = await change()
    if (isFailure(answer)) {
      setStep('open')
      const { fields = {} } = answer
      setFaults(fields)
      if (FIELDS.every((field) => fields[field] == null)) setFailure(tipFor(answer))
      else setTimeout(() => focus(fields))
      return
    }
    setStep('changed')
    setTyped({ originalPassword: '', password: '', again: '' })
    signOutSoon('passwordChanged', SIGNED_OUT_AFTER_MS)
  }
  return (
    <Section title={t('account:safe.password')}>
      <Box component="form" noValidate onSubmit={(event) => void send(event)} sx={{ maxWidth: 420, pt: 1 }}>
        {FIELDS.map((field) => (
          <TextField
            key={field}
            name={field}
            fullWidth
            type={shown ? 'text' : 'password'}
            label={t(`account:safe.${LABELS[field]}`)}
            value={typed[field]}
            disabled={step !== 'open'}
            error={faults[field] != null}
            helperText={faults[field] ?? (field === 'password' ? t('account:safe.rule') : ' ')}
            onFocus={() => void loadCipher().catch(() => undefined)}
            onChange={({ target }) => {
              setTyped({ ...typed, [field]: target.value })
              setFaults({ ...faults, [field]: undefined })
            }}
            slotProps={{ htmlInput: { autoComplete: field === 'originalPassword' ? 'current-password' : 'new-password', maxLength: 64 } }}
            sx={{ mb: 1 }}
          />
        ))}
        <Box aria-live="assertive">
          {failure != null && (
            <Alert severity="error" sx={{ mb: 1.5 }}>
              {failure}
            </Alert>
          )}
          {step === 'changed' && (
            <Alert severity="success" sx={{ mb: 1.5 }}>
              {t('account:safe.changed')}
            </Alert>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& > button': { whiteSpace: 'nowrap' } }}>
          <Button type="submit" variant="contained" loading={step === 'sending'} disabled={step === 'changed'}>
            {t('account:safe.change')}
          </Button>
          <Button
            color="inherit"
            aria-pressed={shown}
            startIcon={shown ? <VisibilityOff /> : <Visibility />}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'account:safe.hide' : 'account:safe.show')}
          </Button>
        </Box>
      </Box>
    </Section>
  )
}
