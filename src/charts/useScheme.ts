import { useColorScheme } from '@mui/material/styles'

/** The scheme that is shown now; a canvas redraws when it changes. */
export function useScheme(): 'light' | 'dark' {
  const { mode, systemMode } = useColorScheme()
  return (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light'
}
