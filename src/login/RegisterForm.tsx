import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { PASSWORD_MAX, REGISTER_NAME_MAX } from '#contract/session/registration'
import {
  isOfPicture,
  phoneIsTaken,
  REGISTRATION_FIELDS,
  type RegistrationFault,
  type RegistrationField,
  registrationMachine,
  type RegistrationProblem,
} from '#machines/session/registration'
import { CaptchaField } from './CaptchaField.tsx'
import { PasswordField, PublicForm } from './PublicForm.tsx'
import { registerActors } from './registerActors.ts'
import { fill, problemWords, type PublicWords } from './words.ts'

const machine = registrationMachine.provide({ actors: registerActors })

function faultWords(field: RegistrationField, fault: RegistrationFault, { form, register: { fault: words } }: PublicWords): string {
  if (fault === 'onlySpaces') return form.onlySpaces
  if (fault === 'codeNotSent') return words.codeNotSent
  if (fault === 'invalid') return field === 'phone' ? words.phoneWrong : words.passwordRule
  return words[field]
}
/** The fields that a failure belongs beside; what belongs to none stands above the button. */
function besideFields(problem: RegistrationProblem | null, words: PublicWords): Partial<Record<RegistrationField, string>> {
  if (problem == null) return {}
  const said = problemWords(problem, words, words.register.failed)
  if (phoneIsTaken(problem)) return { phone: said }
  if (problem.code === 'error.register.codeWrong') return { captcha: said }
  return Object.fromEntries(
    REGISTRATION_FIELDS.flatMap((field) => (problem.fields?.[field] == null ? [] : [[field, problem.fields[field]]])),
  )
}

/** Name, organisation, phone with its code, password; the machine knows what may follow (REGISTER-01 to -11). */
export function RegisterForm({ words: all, onDone }: { words: PublicWords; onDone: () => void }) {
  const words = all.register
  const [state, send] = useMachine(machine, { input: {} })
  const { typed, faults, secondsLeft, codeProblem, problem, demoCode, captchaKey, sentTo, picture } = state.context
  const submitting = state.matches({ open: { form: 'submitting' } }) || state.status === 'done'
  const done = state.status === 'done'
  useEffect(() => {
    if (done) onDone()
  }, [done, onDone])

  const beside = besideFields(problem, all)
  const common = (field: RegistrationField, hint = ' ') => {
    const fault = faults[field]
    const text = fault == null ? beside[field] : faultWords(field, fault, all)
    return {
      name: field,
      label: words[field],
      size: 'medium',
      fullWidth: true,
      disabled: submitting,
      value: typed[field],
      error: text != null,
      helperText: text ?? hint,
      onChange: ({ target }: { target: { value: string } }) => send({ type: 'field.change', field, value: target.value }),
      sx: { mb: 1 },
    } as const
  }
  const pictureText =
    picture?.fault != null
      ? picture.fault === 'onlySpaces'
        ? all.form.onlySpaces
        : all.login.required.captcha
      : codeProblem?.code === 'error.register.captchaWrong'
        ? problemWords(codeProblem, all, words.sendFailed)
        : null
  const codeSent = captchaKey != null && sentTo != null
  return (
    <PublicForm
      title={words.title}
      lead={words.lead}
      busy={submitting}
      onSubmit={() => send({ type: 'form.submit' })}
      mend={
        REGISTRATION_FIELDS.find((field) => faults[field] != null) ?? REGISTRATION_FIELDS.find((field) => beside[field] != null) ?? null
      }
      turn={problem}
      failure={problem != null && Object.keys(beside).length === 0 ? problemWords(problem, all, words.failed) : null}
      submit={{ words: submitting ? words.submitting : words.submit }}
      elsewhere={{ href: '/login', words: all.form.backToSignIn }}
    >
      <TextField {...common('realName')} slotProps={{ htmlInput: { autoComplete: 'name', maxLength: REGISTER_NAME_MAX } }} />
      <TextField {...common('tenantName')} slotProps={{ htmlInput: { autoComplete: 'organization', maxLength: REGISTER_NAME_MAX } }} />
      <TextField
        {...common('phone', words.phoneHint)}
        slotProps={{ htmlInput: { autoComplete: 'tel-national', inputMode: 'numeric', maxLength: 11 } }}
      />
      {picture != null && (
        <CaptchaField
          name="picture"
          size="medium"
          fullWidth
          disabled={submitting}
          value={picture.typed}
          error={pictureText != null}
          helperText={pictureText ?? ' '}
          onChange={({ target }) => send({ type: 'picture.change', value: target.value })}
          words={all.login}
          captchaKey={picture.key}
          fetching={state.matches({ open: { code: 'fetching' } })}
          onRefresh={() => send({ type: 'picture.refresh' })}
        />
      )}
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
        {codeProblem != null && codeProblem.code !== 'error.register.captchaWrong' && (
          <Alert severity={isOfPicture(codeProblem) ? 'info' : 'error'} sx={{ mb: 2 }}>
            {problemWords(codeProblem, all, words.sendFailed)}
          </Alert>
        )}
      </Box>
      <PasswordField {...common('password', words.passwordHint)} words={all.form} autoComplete="new-password" maxLength={PASSWORD_MAX} />
    </PublicForm>
  )
}
