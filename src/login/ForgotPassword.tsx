import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { PublicWords } from './words.ts'

/** LOGIN-15: says who can help, and leads back; it does nothing itself. */
export function ForgotPassword({ words }: { words: PublicWords['forgot'] }) {
  return (
    <Box component="form" onSubmit={(event) => event.preventDefault()}>
      <Typography variant="h1" component="h2" sx={{ mb: 2, fontSize: '1.75rem' }}>
        {words.title}
      </Typography>
      <Typography sx={{ mb: 3, color: 'text.secondary' }}>{words.text}</Typography>
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
          {words.back}
        </Link>
      </Box>
    </Box>
  )
}
