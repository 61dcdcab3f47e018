import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import { useEffect, useState } from 'react'
import { entryLinkCalls } from '#contract/session/entryLink'
import { isAccountPassword } from '#contract/session/registration'
import { type CallFailure, isFailure, send } from '#src/api/send.ts'
import { storedLanguage } from '#src/i18n/language.ts'
import { encryptSecret } from '#src/session/encryptSecret.ts'
import { FormHead, PasswordField, PublicForm } from './PublicForm.tsx'
import { fill, problemWords, type PublicWords } from './words.ts'

/** The rule allows no more. */
const PASSWORD_MAX = 20

interface Whose {
  readonly realName: string
  readonly loginName: string
  readonly purpose: 'begin' | 'reset'
}

/** What the link proved itself by; it leaves the address at once, so that nothing that is opened next is told. */
export function takeEntryToken(
  place: Pick<Location, 'hash' | 'pathname'> = location,
  past: Pick<History, 'replaceState' | 'state'> = history,
) {
  const token = place.hash.slice(1)
  if (token !== '') past.replaceState(past.state, '', place.pathname)
  return token
}

const ask = (call: (typeof entryLinkCalls)['look' | 'open'], body: object) => send(call, { body }, { language: storedLanguage() })

/** Whoever opens the link that was sent to them chooses a password, once. */
export function EntryForm({ words: all, token, onDone }: { words: PublicWords; token: string; onDone: () => void }) {
  const words = all.entry
  const [whose, setWhose] = useState<Whose | CallFailure | null>(null)
  const [typed, setTyped] = useState({ password: '', again: '' })
  const [fault, setFault] = useState<{ field: 'password' | 'again'; words: string } | null>(null)
  const [problem, setProblem] = useState<CallFailure | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (token === '') return
    let wanted = true
    void ask(entryLinkCalls.look, { token }).then((answer) => {
      if (wanted) setWhose(answer as Whose | CallFailure)
    })
    return () => {
      wanted = false
    }
  }, [token])

  const ended = problem?.code.startsWith('error.entry.') === true ? problem : whose !== null && isFailure(whose) ? whose : null
  if (token === '' || ended !== null)
    return (
      <Box role="alert">
        <FormHead title={words.unknownTitle} lead={ended === null ? words.bare : problemWords(ended, all, words.failed)} />
        <Link href="/login" variant="body2">
          {all.form.backToSignIn}
        </Link>
      </Box>
    )
  if (whose === null || isFailure(whose))
    return (
      <Box aria-busy="true">
        <FormHead title={words.title} lead={words.looking} />
        <CircularProgress size={28} aria-label={words.looking} />
      </Box>
    )

  const submit = async () => {
    if (busy) return
    setProblem(null)
    if (!isAccountPassword(typed.password)) return setFault({ field: 'password', words: words.rule })
    if (typed.again !== typed.password) return setFault({ field: 'again', words: words.differs })
    setFault(null)
    setBusy(true)
    const password = await encryptSecret(typed.password)
    const answer = isFailure(password) ? password : await ask(entryLinkCalls.open, { token, password })
    setBusy(false)
    if (isFailure(answer)) setProblem(answer)
    else onDone()
  }
  const field = (name: 'password' | 'again') => ({
    name,
    label: words[name],
    size: 'medium' as const,
    fullWidth: true,
    disabled: busy,
    value: typed[name],
    error: fault?.field === name,
    helperText: fault?.field === name ? fault.words : name === 'password' ? words.hint : ' ',
    onChange: ({ target }: { target: { value: string } }) => {
      setFault(null)
      setTyped({ ...typed, [name]: target.value })
    },
    words: all.form,
    autoComplete: 'new-password',
    maxLength: PASSWORD_MAX,
    sx: { mb: 1 },
  })
  return (
    <PublicForm
      title={words.title}
      lead={fill(words[whose.purpose], { name: whose.realName, login: whose.loginName })}
      busy={busy}
      onSubmit={() => void submit()}
      mend={fault?.field ?? null}
      turn={fault}
      failure={problem === null ? null : problemWords(problem, all, words.failed)}
      submit={{ words: busy ? words.submitting : words.submit }}
      elsewhere={{ href: '/login', words: all.form.backToSignIn }}
    >
      <PasswordField {...field('password')} />
      <PasswordField {...field('again')} />
    </PublicForm>
  )
}
