import { createStore, useStore } from '#src/createStore.ts'

const open = createStore(false)

/** Opens or closes the theme drawer over whatever page is shown. */
export const showThemeWindow = open.set
export const useThemeWindow = (): boolean => useStore(open)
