import { createContext } from 'react'

/** Whether pictures of a form are kept in this browser where nobody answers: it is sent when there is a network again. */
export const KeepsFiles = createContext(false)
