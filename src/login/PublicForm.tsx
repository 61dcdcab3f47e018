import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { loadCipher } from '#src/session/encryptSecret.ts'
import { EyeIcon } from './icons.tsx'
import type { PublicWords } from './words.ts'

export interface PublicFormProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
  /** Why the last attempt failed, where that belongs beside no field. */
  readonly failure: string | null
  readonly submit: { readonly words: string; readonly disabled?: boolean }
  /** What was typed is on its way. */
  readonly busy: boolean
  readonly onSubmit: () => void
  /** The name of the field that must be mended: after an attempt the cursor goes there, anew with every `turn`. */
  readonly mend: string | null
  readonly turn: unknown
  /** The way to another page, or by `onPress` to another step of this one. */
  readonly elsewhere: { readonly href: string; readonly words: string; readonly onPress?: () => void }
}

/** A form before anyone is known: heading, fields, what went wrong, its one button, and the way to another page. */
export function PublicForm({ title, lead, children, failure, submit, busy, onSubmit, mend, turn, elsewhere }: PublicFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const attempted = useRef(false)
  useEffect(() => {
    if (attempted.current && mend != null) form.current?.querySelector<HTMLInputElement>(`[name=${mend}]`)?.focus()
  }, [mend, turn])
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        attempted.current = true
        onSubmit()
      }}
    >
      <FormHead title={title} lead={lead} />
      {children}
      <Box aria-live="assertive">
        {failure != null && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {failure}
          </Alert>
        )}
      </Box>
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        loadingPosition="start"
        disabled={submit.disabled ?? false}
        sx={{ mt: 2, minHeight: 48 }}
      >
        {submit.words}
      </Button>
      <Box sx={{ textAlign: 'center', mt: 2 }}>
        <Link
          href={elsewhere.href}
          variant="body2"
          onClick={(event) => {
            if (elsewhere.onPress === undefined) return
            event.preventDefault()
            elsewhere.onPress()
          }}
        >
          {elsewhere.words}
        </Link>
      </Box>
    </Box>
  )
}

export function FormHead({ title, lead }: { title: string; lead?: string | undefined }) {
  return (
    <Box sx={{ mb: 3 }}>
      <Typography variant="h1" component="h2" sx={{ fontSize: '1.75rem' }}>
        {title}
      </Typography>
      {lead != null && <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{lead}</Typography>}
    </Box>
  )
}

/** A password that may be looked at. What encrypts it is fetched when the cursor enters. */
export function PasswordField({ words, maxLength, ...field }: TextFieldProps & { words: PublicWords['form']; maxLength: number }) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      onFocus={() => void loadCipher().catch(() => undefined)}
      slotProps={{
        htmlInput: { autoComplete: field.autoComplete, maxLength },
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
  )
}
