import { useColorScheme } from '@mui/material/styles'

/** The scheme that is shown, and how to turn to the other one. */
export function useSchemeChoice() {
  const { mode, systemMode, setMode } = useColorScheme()
  const dark = (mode === 'system' ? systemMode : mode) === 'dark'
  return { dark, turn: () => setMode(dark ? 'light' : 'dark') }
}
