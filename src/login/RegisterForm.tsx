import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMachine } from '@xstate/react'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { PASSWORD_MAX, REGISTER_NAME_MAX } from '#contract/session/registration'
import {
  phoneIsTaken,
  REGISTRATION_FIELDS,
  type RegistrationFault,
  type RegistrationField,
  registrationMachine,
  type RegistrationProblem,
} from '#machines/session/registration'
import { loadCipher } from '#src/session/signInByPassword.ts'
import { EyeIcon } from './icons.tsx'
import { registerActors } from './registerActors.ts'
import { fill, type PublicWords } from './words.ts'

type Words = PublicWords['register']
const machine = registrationMachine.provide({ actors: registerActors })

function faultWords(field: RegistrationField, fault: RegistrationFault, { fault: words }: Words): string {
  if (fault === 'codeNotSent' || fault === 'onlySpaces') return words[fault]
  if (fault === 'invalid') return field === 'phone' ? words.phoneWrong : words.passwordRule
  return words[field]
}
/** The fields that a failure belongs beside; what belongs to none stands above the button. */
function besideFields(problem: RegistrationProblem | null, words: Words): Partial<Record<RegistrationField, string>> {
  if (problem == null) return {}
  const said = problem.message ?? words.failed
  if (phoneIsTaken(problem)) return { phone: said }
  if (problem.code === 'error.register.codeWrong') return { captcha: said }
  return Object.fromEntries(
    REGISTRATION_FIELDS.flatMap((field) => (problem.fields?.[field] == null ? [] : [[field, problem.fields[field]]])),
  )
}

/** Name, organisation, phone with its code, password; the machine knows what may follow (REGISTER-01 to -11). */
export function RegisterForm({ words, onDone }: { words: Words; onDone: () => void }) {
  const [state, send] = useMachine(machine, { input: {} })
  const [shown, setShown] = useState(false)
  const { typed, faults, secondsLeft, codeProblem, problem, demoCode, captchaKey, sentTo } = state.context
  const submitting = state.matches({ open: { form: 'submitting' } }) || state.status === 'done'
  const done = state.status === 'done'
  useEffect(() => {
    if (done) onDone()
  }, [done, onDone])

  const form = useRef<HTMLFormElement>(null)
  const attempts = useRef(0)
  const beside = besideFields(problem, words)
  const mend = REGISTRATION_FIELDS.find((field) => faults[field] != null) ?? REGISTRATION_FIELDS.find((field) => beside[field] != null)
  useEffect(() => {
    // After an attempt the cursor goes to what must be mended.
    if (attempts.current > 0 && mend != null) form.current?.querySelector<HTMLInputElement>(`[name=${mend}]`)?.focus()
  }, [mend, problem])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempts.current++
    send({ type: 'form.submit' })
  }

  const common = (field: RegistrationField, hint = ' '): ComponentProps<typeof TextField> => {
    const fault = faults[field]
    const text = fault == null ? beside[field] : faultWords(field, fault, words)
    return {
      name: field,
      label: words[field],
      size: 'medium',
      fullWidth: true,
      disabled: submitting,
      value: typed[field],
      error: text != null,
      helperText: text ?? hint,
      onChange: ({ target }) => send({ type: 'field.change', field, value: target.value }),
    }
  }
  const above = problem != null && Object.keys(beside).length === 0 ? (problem.message ?? words.failed) : null
  const codeSent = captchaKey != null && sentTo != null
  return (
    <Box component="form" ref={form} noValidate onSubmit={submit} aria-busy={submitting}>
      <Typography variant="h1" component="h2" sx={{ fontSize: '1.75rem' }}>
        {words.title}
      </Typography>
      <Typography sx={{ mb: 2.5, color: 'text.secondary' }}>{words.lead}</Typography>
      <TextField {...common('realName')} slotProps={{ htmlInput: { autoComplete: 'name', maxLength: REGISTER_NAME_MAX } }} />
      <TextField {...common('tenantName')} slotProps={{ htmlInput: { autoComplete: 'organization', maxLength: REGISTER_NAME_MAX } }} />
      <TextField {...common('phone')} slotProps={{ htmlInput: { autoComplete: 'tel-national', inputMode: 'numeric', maxLength: 11 } }} />
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          {...common('captcha', codeSent && demoCode == null ? fill(words.sent, { phone: sentTo }) : ' ')}
          slotProps={{ htmlInput: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 6 } }}
        />
        <Button
          variant="outlined"
          onClick={() => send({ type: 'code.send' })}
          disabled={secondsLeft > 0 || submitting}
          sx={{ height: 56, minWidth: 148, flexShrink: 0 }}
        >
          {state.matches({ open: { code: 'sending' } })
            ? words.sending
            : secondsLeft > 0
              ? fill(words.again, { seconds: String(secondsLeft) })
              : words.send}
        </Button>
      </Box>
      <Box aria-live="polite">
        {demoCode != null && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {fill(words.demoCode, { code: demoCode })}
          </Alert>
        )}
        {codeProblem != null && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {codeProblem.message ?? words.sendFailed}
          </Alert>
        )}
      </Box>
      <TextField
        {...common('password', words.passwordHint)}
        type={shown ? 'text' : 'password'}
        onFocus={() => void loadCipher().catch(() => undefined)}
        slotProps={{
          htmlInput: { autoComplete: 'new-password', maxLength: PASSWORD_MAX },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  aria-label={shown ? words.hidePassword : words.showPassword}
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                  onMouseDown={(event) => event.preventDefault()}
                >
                  <EyeIcon off={shown} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Box aria-live="assertive">
        {above != null && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {above}
          </Alert>
        )}
      </Box>
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={submitting}
        loadingPosition="start"
        sx={{ mt: 2, minHeight: 48 }}
      >
        {submitting ? words.submitting : words.submit}
      </Button>
      <Box sx={{ textAlign: 'center', mt: 2 }}>
        <Link href="/login" variant="body2">
          {words.back}
        </Link>
      </Box>
    </Box>
  )
}
