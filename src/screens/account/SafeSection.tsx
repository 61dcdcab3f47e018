import Stack from '@mui/material/Stack'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionList } from './SessionList.tsx'

/** The password, and where one is signed in. */
export function SafeSection() {
  return (
    <Stack sx={{ gap: 2 }}>
      <PasswordForm />
      <SessionList />
    </Stack>
  )
}
