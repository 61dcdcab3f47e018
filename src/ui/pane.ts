import { createContext, useContext } from 'react'

/** What a page may tell the pane that it stands in. */
export interface Pane {
  /** What the page calls itself. */
  readonly name: (title: string) => void
  /** A form (`holder`) says whether something unsaved was typed, and what gives it up: the pane asks before it is closed. */
  readonly mark: (holder: string, dirty: boolean, giveUp?: () => void) => void
  /** Whether going to another page loses what was typed here. */
  readonly losesOnLeave: () => boolean
}

const PaneContext = createContext<Pane | null>(null)
export const GivenPane = PaneContext.Provider
/** The pane round this page; null where the page has the window to itself. */
export const usePane = (): Pane | null => useContext(PaneContext)
