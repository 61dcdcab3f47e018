import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import { useToasts } from './toast.ts'

/** Where tips appear: top centre, read out by screen readers, never over the focus. */
export function Toaster() {
  const [toasts, dismiss] = useToasts()
  return (
    <Stack
      aria-live="polite"
      spacing={1}
      sx={{
        position: 'fixed',
        insetInline: 0,
        top: (theme) => theme.spacing(2),
        mx: 'auto',
        width: 'fit-content',
        maxWidth: 'min(560px, calc(100vw - 32px))',
        zIndex: (theme) => theme.zIndex.snackbar,
      }}
    >
      {toasts.map(({ id, kind, words }) => (
        <Alert key={id} severity={kind} variant="filled" elevation={6} onClose={() => dismiss(id)} sx={{ alignItems: 'center' }}>
          {words}
        </Alert>
      ))}
    </Stack>
  )
}
