import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { loadCipher } from '#src/session/encryptSecret.ts'
import { tipFor } from '#src/ui/tipFor.ts'

type Field = 'password' | 'code'
const AUTO = { password: 'current-password', code: 'one-time-code' } as const

/** The one thing to do here is to type. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/**
 * Asks for what proves the person, and sends it. Nothing of it is kept as a draft: it is a password, and a code that is good for half a minute.
 */
export function ProofForm<Answer>({
  lead,
  fields,
  submit,
  danger = false,
  send,
  onDone,
  children,
}: {
  lead: string
  fields: readonly Field[]
  submit: string
  danger?: boolean
  send: (typed: Record<Field, string>) => Promise<Answer | CallFailure>
  onDone: (answer: Answer) => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Record<Field, string>>({ password: '', code: '' })
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const act = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const point = (found: Partial<Record<Field, string>>) =>
      form.querySelector<HTMLInputElement>(`[name=${fields.find((field) => found[field] != null)}]`)?.focus()
    if (busy) return
    const missing = Object.fromEntries(
      fields.filter((field) => typed[field].trim() === '').map((field) => [field, t('errors:field.required')]),
    )
    setFaults(missing)
    setFailure(null)
    if (Object.keys(missing).length > 0) return point(missing)
    setBusy(true)
    const answer = await send(typed)
    setBusy(false)
    if (!isFailure(answer)) return onDone(answer)
    const { fields: found = {} } = answer
    setFaults(found)
    if (fields.every((field) => found[field] == null)) setFailure(tipFor(answer))
    else setTimeout(() => point(found))
  }
  return (
    <Box component="form" noValidate onSubmit={(event) => void act(event)}>
      <Stack sx={{ gap: 2 }}>
        <Typography>{lead}</Typography>
        {children}
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            fullWidth
            {...(field === fields[0] ? { inputRef: focus } : {})}
            type={field === 'password' ? 'password' : 'text'}
            label={t(`account:factor.${field}`)}
            value={typed[field]}
            disabled={busy}
            error={faults[field] != null}
            helperText={faults[field] ?? ' '}
            onFocus={() => void loadCipher().catch(() => undefined)}
            onChange={({ target }) => {
              setTyped({ ...typed, [field]: target.value })
              setFaults({ ...faults, [field]: undefined })
            }}
            slotProps={{ htmlInput: { autoComplete: AUTO[field], maxLength: field === 'code' ? 40 : 64, autoCapitalize: 'none' } }}
          />
        ))}
        <Box aria-live="assertive">{failure != null && <Alert severity="error">{failure}</Alert>}</Box>
        <div>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={busy}>
            {submit}
          </Button>
        </div>
      </Stack>
    </Box>
  )
}
