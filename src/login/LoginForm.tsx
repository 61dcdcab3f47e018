import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMachine } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { Tokens } from '#contract/session/oauth'
import { type FieldFault, type SignInField, signInMachine } from '#machines/session/signIn'
import { boot } from '#src/api/boot.ts'
import { useCut } from '#src/api/useCut.ts'
import { keepTokens } from '#src/api/tokens.ts'
import type { CameBack } from '#src/session/elsewhere.ts'
import type { Brought } from '#src/session/linkSignIn.ts'
import { loadCipher } from '#src/session/encryptSecret.ts'
import type { LoginSays } from '#src/session/wayBack.ts'
import { CodeForm } from './CodeForm.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { PasswordField, PublicForm } from './PublicForm.tsx'
import { signInActors } from './signInActors.ts'
import { fill, problemWords, type PublicWords } from './words.ts'

/** The demo's accounts, as the README names them; valid only while the server runs the demo. */
const DEMO_ACCOUNTS = ['operator', 'admin', 'manager', 'viewer', 'novice', 'rival'] as const
const DEMO_PASSWORD = 'Furrow2026'

const FIELDS = ['username', 'password', 'captcha', 'code'] as const satisfies readonly SignInField[]
const machine = signInMachine.provide({ actors: signInActors })

function faultWords(field: SignInField, fault: FieldFault | undefined, { form, login: { required } }: PublicWords): string | undefined {
  if (fault == null) return undefined
  if (fault === 'onlySpaces') return form.onlySpaces
  return { username: required.userName, password: required.password, captcha: required.captcha, code: required.code }[field]
}
/** The field that a failure belongs beside; every other failure stands above the button. */
const CAUSES: Partial<Record<string, SignInField>> = {
  'error.signIn.captchaWrong': 'captcha',
  'error.signIn.captchaNeeded': 'captcha',
  'error.signIn.codeWrong': 'code',
}

const SEVERITY = {
  expired: 'warning',
  signedOut: 'info',
  registered: 'success',
  chosen: 'success',
  passwordChanged: 'success',
  linkFailed: 'warning',
} as const satisfies Record<LoginSays, string>

/** What stands in a place that is read out is no alert beside. */
const PLAIN = { role: 'presentation' } as const

/** Whether this page may be one that the browser kept, drawn where nobody answers (src/worker/worker.ts). */
const mayBeKept = () => !navigator.onLine || (navigator as Partial<Navigator>).serviceWorker?.controller != null

export interface LoginFormProps {
  readonly words: PublicWords
  readonly says: LoginSays | null
  readonly link: Brought
  /** Somebody comes back from the other service. */
  readonly back?: CameBack | null
  readonly onSignedIn: () => void
}

/** User name, password, a captcha where the server asks for one; the machine knows what may follow. */
export function LoginForm({ words: all, says, link, back = null, onSignedIn }: LoginFormProps) {
  const words = all.login
  const [state, send, actor] = useMachine(machine, { input: {} })
  const { captchaNeeded, captchaKey, faults, problem } = state.context
  const signingIn =
    state.matches('signingIn') ||
    state.matches('signingInElsewhere') ||
    state.matches('leaving') ||
    state.matches('provingCode') ||
    state.status === 'done'

  const cut = useCut({ atOnce: mayBeKept() })
  const linked = useRef(false)
  useEffect(() => {
    if (link?.kind !== 'credentials' || linked.current) return
    // Strict mode runs effects twice; credentials are used once.
    linked.current = true
    send({ type: 'field.change', field: 'username', value: link.userName })
    send({ type: 'field.change', field: 'password', value: link.password })
    send({ type: 'form.submit' })
  }, [link, send])

  useEffect(() => {
    if (back === null || linked.current) return
    linked.current = true
    send({ type: 'elsewhere.back', ticket: back.ticket, callback: back.callback })
  }, [back, send])
  useEffect(() => {
    const subscription = actor.subscribe((next) => {
      if (next.status !== 'done') return
      keepTokens(next.output.tokens as Tokens, 'signedIn')
      onSignedIn()
    })
    return () => subscription.unsubscribe()
  }, [actor, onSignedIn])

  const said = problem == null ? null : problemWords(problem, all, words.failed)
  const cause = CAUSES[problem?.code ?? ''] ?? null
  const beside = cause === 'captcha' && !captchaNeeded ? null : cause
  const common = (field: SignInField) => {
    const text = faultWords(field, faults[field], all) ?? (beside === field ? said : null)
    return {
      name: field,
      size: 'medium',
      fullWidth: true,
      disabled: signingIn,
      error: text != null,
      helperText: text ?? ' ',
      value: state.context[field],
      onChange: ({ target }: { target: { value: string } }) => send({ type: 'field.change', field, value: target.value }),
    } as const
  }
  if (state.hasTag('code'))
    return (
      <CodeForm
        words={all}
        field={common('code')}
        busy={signingIn}
        isLocked={state.matches('codeLocked')}
        failure={beside == null ? said : null}
        isToMend={faults.code != null || beside === 'code'}
        onSubmit={() => send({ type: 'form.submit' })}
        onLeave={() => send({ type: 'code.leave' })}
      />
    )
  return (
    <>
      <PublicForm
        title={words.title}
        busy={signingIn}
        onSubmit={() => send({ type: 'form.submit' })}
        mend={FIELDS.find((field) => faults[field] != null) ?? beside}
        turn={captchaKey}
        failure={beside == null ? said : null}
        submit={{
          words: signingIn ? words.submitting : state.matches('lockedOut') ? words.locked : words.submit,
          disabled: state.matches('lockedOut'),
        }}
        elsewhere={{ href: '/register', words: words.register }}
      >
        {cut && (
          <Box component="output" sx={{ display: 'block', mb: 2 }}>
            <Alert severity="warning" {...PLAIN}>
              {words.noNetwork}
            </Alert>
          </Box>
        )}
        {says != null && problem == null && (
          <Alert severity={SEVERITY[says]} sx={{ mb: 2 }}>
            {words[says]}
          </Alert>
        )}
        <TextField
          {...common('username')}
          label={words.userName}
          onBlur={() => send({ type: 'name.leave' })}
          slotProps={{ htmlInput: { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, maxLength: 100 } }}
        />
        <PasswordField
          {...common('password')}
          words={all.form}
          label={words.password}
          autoComplete="current-password"
          maxLength={200}
          sx={{ mt: 1 }}
        />
        {captchaNeeded && (
          <CaptchaField
            {...common('captcha')}
            words={words}
            captchaKey={captchaKey}
            fetching={state.hasTag('busy')}
            onRefresh={() => send({ type: 'captcha.refresh' })}
          />
        )}
        <Box sx={{ textAlign: 'right', mt: captchaNeeded ? 1 : -0.5 }}>
          <Link href="/forgetPassword" variant="body2">
            {words.forgot}
          </Link>
        </Box>
      </PublicForm>
      {boot.oidc !== undefined && (
        <Button
          variant="outlined"
          size="large"
          fullWidth
          disabled={signingIn}
          onClick={() => send({ type: 'elsewhere.go' })}
          sx={{ mt: 2, minHeight: 48 }}
        >
          {fill(words.elsewhere, { label: boot.oidc.label })}
        </Button>
      )}
      {boot.demo && (
        <Box sx={{ mt: 4, p: 2, borderRadius: 2, bgcolor: 'background.default' }}>
          <Typography variant="subtitle2" component="h3">
            {words.demo.title}
          </Typography>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mb: 1 }}>
            {fill(words.demo.password, { password: DEMO_PASSWORD })} · {words.demo.hint}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {DEMO_ACCOUNTS.map((name) => (
              <Button
                key={name}
                size="small"
                variant="outlined"
                disabled={signingIn}
                title={words.demo[name]}
                onClick={() => {
                  send({ type: 'field.change', field: 'username', value: name })
                  send({ type: 'field.change', field: 'password', value: DEMO_PASSWORD })
                  send({ type: 'name.leave' })
                  void loadCipher().catch(() => undefined)
                }}
              >
                {name}
              </Button>
            ))}
          </Box>
        </Box>
      )}
    </>
  )
}
