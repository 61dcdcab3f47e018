import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Tokens } from '#contract/session/oauth'
import { type FieldFault, type SignInField, signInMachine, type SignInProblem } from '#machines/session/signIn'
import { boot } from '#src/api/boot.ts'
import { keepTokens } from '#src/api/tokens.ts'
import type { Brought } from '#src/session/linkSignIn.ts'
import { loadCipher } from '#src/session/signInByPassword.ts'
import type { LoginSays } from '#src/session/wayBack.ts'
import { EyeIcon, RefreshIcon } from './icons.tsx'
import { captchaAddress, signInActors } from './signInActors.ts'
import { fill, type LoginWords } from './words.ts'

/** The demo's accounts, as the README names them; valid only while the server runs the demo. */
const DEMO_ACCOUNTS = ['operator', 'admin', 'viewer', 'novice', 'rival'] as const
const DEMO_PASSWORD = 'Furrow2026'

const machine = signInMachine.provide({ actors: signInActors })

function faultWords(field: SignInField, fault: FieldFault | undefined, words: LoginWords): string | undefined {
  if (fault == null) return undefined
  if (fault === 'onlySpaces') return words.onlySpaces
  return { username: words.required.userName, password: words.required.password, captcha: words.required.captcha }[field]
}
/** The server's own words where it spoke, else what this page knows. */
function problemWords({ code, message }: SignInProblem, words: LoginWords): string {
  if (message != null) return message
  if (code === 'error.timeout') return words.timeout
  return code === 'error.network' || code === 'error.unavailable' ? words.network : words.failed
}
/** The field that a failure belongs beside; every other failure stands above the button. */
const causeOf = (problem: SignInProblem | null): SignInField | null =>
  problem?.code === 'error.signIn.captchaWrong' || problem?.code === 'error.signIn.captchaNeeded' ? 'captcha' : null

const SEVERITY = { expired: 'warning', signedOut: 'info', registered: 'success', passwordChanged: 'success' } as const satisfies Record<
  LoginSays,
  string
>

export interface LoginFormProps {
  readonly words: LoginWords
  readonly says: LoginSays | null
  readonly link: Brought
  readonly onSignedIn: () => void
}

/** User name, password, a captcha where the server asks for one; the machine knows what may follow. */
export function LoginForm({ words, says, link, onSignedIn }: LoginFormProps) {
  const [state, send, actor] = useMachine(machine, { input: {} })
  const [shown, setShown] = useState(false)
  const { username, password, captcha, captchaNeeded, captchaKey, faults, problem } = state.context
  const signingIn = state.matches('signingIn') || state.matches('signedIn')

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
    const subscription = actor.subscribe((next) => {
      if (next.status !== 'done') return
      keepTokens(next.output.tokens as Tokens, 'signedIn')
      onSignedIn()
    })
    return () => subscription.unsubscribe()
  }, [actor, onSignedIn])

  const form = useRef<HTMLFormElement>(null)
  const faulty = (['username', 'password', 'captcha'] as const).find((field) => faults[field] != null)
  const attempts = useRef(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempts.current++
    send({ type: 'form.submit' })
  }
  // After an attempt the cursor goes to what must be mended.
  const mend = faulty ?? (problem != null ? (captchaNeeded && causeOf(problem) === 'captcha' ? 'captcha' : null) : null)
  useEffect(() => {
    if (attempts.current > 0 && mend != null) form.current?.querySelector<HTMLInputElement>(`[name=${mend}]`)?.focus()
  }, [mend, captchaKey])

  const change = (field: SignInField) => (event: { target: { value: string } }) =>
    send({ type: 'field.change', field, value: event.target.value })
  const inline = causeOf(problem)
  const textOf = (field: SignInField) =>
    faultWords(field, faults[field], words) ??
    (problem != null && inline === field && captchaNeeded ? problemWords(problem, words) : undefined)
  const common = (field: SignInField) => {
    const text = textOf(field)
    return { name: field, fullWidth: true, disabled: signingIn, error: text != null, helperText: text ?? ' ', onChange: change(field) }
  }
  return (
    <Box component="form" ref={form} noValidate onSubmit={submit} aria-busy={signingIn}>
      <Typography variant="h1" component="h2" sx={{ mb: 3, fontSize: '1.75rem' }}>
        {words.title}
      </Typography>
      {says != null && problem == null && (
        <Alert severity={SEVERITY[says]} sx={{ mb: 2 }}>
          {words[says]}
        </Alert>
      )}
      <TextField
        {...common('username')}
        size="medium"
        label={words.userName}
        value={username}
        onBlur={() => send({ type: 'name.leave' })}
        slotProps={{ htmlInput: { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, maxLength: 100 } }}
      />
      <TextField
        {...common('password')}
        size="medium"
        label={words.password}
        type={shown ? 'text' : 'password'}
        value={password}
        onFocus={() => void loadCipher().catch(() => undefined)}
        sx={{ mt: 1 }}
        slotProps={{
          htmlInput: { autoComplete: 'current-password', maxLength: 200 },
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
      {captchaNeeded && (
        <Box sx={{ display: 'flex', gap: 1.5, mt: 1, alignItems: 'flex-start' }}>
          <TextField
            {...common('captcha')}
            size="medium"
            label={words.captcha}
            value={captcha}
            slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 20 } }}
          />
          <ButtonBase
            onClick={() => send({ type: 'captcha.refresh' })}
            disabled={signingIn}
            aria-label={words.captchaImage}
            title={words.captchaRefresh}
            sx={{
              height: 56,
              width: 148,
              flexShrink: 0,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              overflow: 'hidden',
              bgcolor: 'common.white',
              color: 'grey.700',
            }}
          >
            {captchaKey == null ? (
              state.hasTag('busy') ? null : (
                <Typography variant="caption" sx={{ px: 1, display: 'flex', alignItems: 'center', gap: 0.5 }}>
                  <RefreshIcon fontSize="small" />
                  {words.captchaFailed}
                </Typography>
              )
            ) : (
              <img key={captchaKey} src={captchaAddress(captchaKey)} alt="" width={146} height={54} style={{ objectFit: 'contain' }} />
            )}
          </ButtonBase>
        </Box>
      )}
      <Box sx={{ textAlign: 'right', mt: -0.5 }}>
        <Link href="/forgetPassword" variant="body2">
          {words.forgot}
        </Link>
      </Box>
      <Box aria-live="assertive">
        {problem != null && (inline == null || !captchaNeeded) && (
          <Alert severity="error" sx={{ mt: 1, mb: 1 }}>
            {problemWords(problem, words)}
          </Alert>
        )}
      </Box>
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={signingIn}
        loadingPosition="start"
        disabled={state.matches('lockedOut')}
        sx={{ mt: 1.5, minHeight: 48 }}
      >
        {signingIn ? words.submitting : state.matches('lockedOut') ? words.locked : words.submit}
      </Button>
      <Box sx={{ textAlign: 'center', mt: 2 }}>
        <Link href="/register" variant="body2">
          {words.register}
        </Link>
      </Box>
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
    </Box>
  )
}
