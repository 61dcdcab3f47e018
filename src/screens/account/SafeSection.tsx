import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { ElsewhereSection } from './ElsewhereSection.tsx'
import { FactorSection } from './factor/FactorSection.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionList } from './SessionList.tsx'

/** The password, the second factor, and where one is signed in. */
export function SafeSection() {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <PasswordForm />
        <FactorSection />
        <ElsewhereSection />
      </Stack>
      <SessionList />
    </Box>
  )
}
