/** The token with which this window looks at the console as somebody else: of this tab alone, and forgotten with it. */
const KEPT = 'furrow.viewing'
/** Where somebody came from, and goes back to. */
const BACK = '/system/user-manage'

export const viewingToken = (): string | null => sessionStorage.getItem(KEPT)
export const isViewing = (): boolean => viewingToken() !== null

/** Begins anew as somebody else: nothing that was read before stays. */
export function startViewing(token: string): void {
  sessionStorage.setItem(KEPT, token)
  location.assign('/web/farm/home')
}

/** Back to who one is. */
export function leaveViewing(): void {
  sessionStorage.removeItem(KEPT)
  location.assign(BACK)
}
