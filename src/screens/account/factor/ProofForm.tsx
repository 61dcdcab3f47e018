import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailure } from '#src/api/call.ts'
import { useSecretForm } from '../useSecretForm.ts'

type Field = 'password' | 'code'
const BLANK: Record<Field, string> = { password: '', code: '' }
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
  const form = useSecretForm<Field>(BLANK, fields)
  const findMissing = (typed: Record<Field, string>) =>
    Object.fromEntries(fields.filter((field) => typed[field].trim() === '').map((field) => [field, t('errors:field.required')]))
  const act = form.submit(findMissing, send, onDone)
  return (
    <Box component="form" noValidate onSubmit={(event) => void act(event)}>
      <Stack sx={{ gap: 2 }}>
        <Typography>{lead}</Typography>
        {children}
        {fields.map((field) => (
          <TextField
            key={field}
            {...form.input(field)}
            {...(field === fields[0] ? { inputRef: focus } : {})}
            type={field === 'password' ? 'password' : 'text'}
            label={t(`account:factor.${field}`)}
            slotProps={{ htmlInput: { autoComplete: AUTO[field], maxLength: field === 'code' ? 40 : 64, autoCapitalize: 'none' } }}
          />
        ))}
        <Box aria-live="assertive">{form.failure != null && <Alert severity="error">{form.failure}</Alert>}</Box>
        <div>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={form.busy}>
            {submit}
          </Button>
        </div>
      </Stack>
    </Box>
  )
}
