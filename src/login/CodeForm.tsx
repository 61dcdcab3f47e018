import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'
import { PublicForm } from './PublicForm.tsx'
import type { PublicWords } from './words.ts'

interface CodeFormProps {
  readonly words: PublicWords
  readonly field: TextFieldProps & { readonly name: string }
  readonly busy: boolean
  readonly isLocked: boolean
  readonly failure: string | null
  readonly isToMend: boolean
  readonly onSubmit: () => void
  readonly onLeave: () => void
}

/** The one thing to do here is to type. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The second step: the code of the app, or, where the phone is lost, one of those that were written down. */
export function CodeForm({ words: all, field, busy, isLocked, failure, isToMend, onSubmit, onLeave }: CodeFormProps) {
  const { code: words, submitting, locked, submit } = all.login
  const [isLost, setLost] = useState(false)
  return (
    <PublicForm
      title={words.title}
      lead={isLost ? words.lostLead : words.lead}
      failure={failure}
      submit={{ words: busy ? submitting : isLocked ? locked : submit, disabled: isLocked }}
      busy={busy}
      onSubmit={onSubmit}
      mend={isToMend ? field.name : null}
      turn={field.helperText}
      elsewhere={{ href: '/login', words: all.form.backToSignIn, onPress: onLeave }}
    >
      <TextField
        {...field}
        // Another field, so that nobody's browser fills the one from the other.
        key={String(isLost)}
        inputRef={focus}
        label={isLost ? words.recovery : words.app}
        slotProps={{
          htmlInput: {
            autoComplete: isLost ? 'off' : 'one-time-code',
            inputMode: isLost ? 'text' : 'numeric',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 40,
          },
        }}
      />
      <Box sx={{ textAlign: 'right' }}>
        <Button size="small" disabled={busy} onClick={() => setLost(!isLost)}>
          {isLost ? words.found : words.lost}
        </Button>
      </Box>
    </PublicForm>
  )
}
