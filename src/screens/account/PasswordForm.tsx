import Visibility from '@mui/icons-material/VisibilityOutlined'
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountCalls, SIGNED_OUT_AFTER_MS } from '#contract/session/account'
import { isAccountPassword } from '#contract/session/registration'
import { call, isFailure } from '#src/api/call.ts'
import { encryptSecret } from '#src/session/encryptSecret.ts'
import { signOutSoon, useSession } from '#src/session/session.ts'
import { Section } from '#src/ui/Section.tsx'
import { useSecretForm } from './useSecretForm.ts'

const FIELDS = ['originalPassword', 'password', 'again'] as const
type Field = (typeof FIELDS)[number]
const BLANK: Record<Field, string> = { originalPassword: '', password: '', again: '' }
const LABELS = { originalPassword: 'original', password: 'fresh', again: 'again' } as const satisfies Record<Field, string>

/** ACCOUNT-02 to -04: the new password by its rule, the old one proven; then everybody of this account must sign in again. */
export function PasswordForm() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const form = useSecretForm<Field>(BLANK, FIELDS)
  const [shown, setShown] = useState(false)
  const [changed, setChanged] = useState(false)

  const faultsOf = (typed: Record<Field, string>): Partial<Record<Field, string>> => {
    const found: Partial<Record<Field, string>> = {}
    for (const field of FIELDS) if (typed[field] === '') found[field] = t('errors:field.required')
    if (found.password == null && !isAccountPassword(typed.password)) found.password = t('account:safe.rule')
    else if (found.password == null && typed.password === typed.originalPassword) found.password = t('account:safe.same')
    if (found.again == null && typed.again !== typed.password) found.again = t('account:safe.differs')
    return found
  }
  const change = async (typed: Record<Field, string>) => {
    const [password, originalPassword] = await Promise.all([encryptSecret(typed.password), encryptSecret(typed.originalPassword)])
    if (isFailure(password)) return password
    if (isFailure(originalPassword)) return originalPassword
    return call(accountCalls.password, { body: { password, originalPassword, organizationId: tenantId } }, { quiet: true })
  }
  const send = form.submit(faultsOf, change, () => {
    setChanged(true)
    form.clear()
    signOutSoon('passwordChanged', SIGNED_OUT_AFTER_MS)
  })
  return (
    <Section title={t('account:safe.password')}>
      <Box component="form" noValidate onSubmit={(event) => void send(event)} sx={{ maxWidth: 420, pt: 1 }}>
        {FIELDS.map((field) => (
          <TextField
            key={field}
            {...form.input(field, field === 'password' ? t('account:safe.rule') : ' ')}
            type={shown ? 'text' : 'password'}
            label={t(`account:safe.${LABELS[field]}`)}
            disabled={form.busy || changed}
            slotProps={{ htmlInput: { autoComplete: field === 'originalPassword' ? 'current-password' : 'new-password', maxLength: 64 } }}
            sx={{ mb: 1 }}
          />
        ))}
        <Box aria-live="assertive">
          {form.failure != null && (
            <Alert severity="error" sx={{ mb: 1.5 }}>
              {form.failure}
            </Alert>
          )}
          {changed && (
            <Alert severity="success" sx={{ mb: 1.5 }}>
              {t('account:safe.changed')}
            </Alert>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& > button': { whiteSpace: 'nowrap' } }}>
          <Button type="submit" variant="contained" loading={form.busy} disabled={changed}>
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
