import { createContext } from 'react'

/** Within how many days a lot expires soon, as the tenant says; undefined until that is known. */
export const ExpiringDays = createContext<number | undefined>(undefined)
