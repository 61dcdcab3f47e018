const STORED = 'furrow.menuOpen'

/** Whether the left menu stands open; kept in this browser (SESSION-06). */
export const storedMenuOpen = (): boolean => localStorage.getItem(STORED) !== 'false'
export const storeMenuOpen = (open: boolean): void => localStorage.setItem(STORED, String(open))
