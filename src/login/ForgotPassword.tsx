import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import { FormHead } from './PublicForm.tsx'
import type { PublicWords } from './words.ts'

/** LOGIN-15: says who can help, and leads back; it does nothing itself. */
export function ForgotPassword({ words: { forgot: words, form } }: { words: PublicWords }) {
  return (
    <Box component="form" onSubmit={(event) => event.preventDefault()}>
      <FormHead title={words.title} lead={words.text} />
      <TextField
        name="username"
        label={words.name}
        helperText={words.hint}
        size="medium"
        fullWidth
        slotProps={{ htmlInput: { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, maxLength: 100 } }}
      />
      <Box sx={{ mt: 3 }}>
        <Link href="/login" variant="body2">
          {form.backToSignIn}
        </Link>
      </Box>
    </Box>
  )
}
