import i18next from 'i18next'
import { asWordKey } from '#src/i18n/i18n.ts'

/** The words of a failure code; empty where there is none. */
export const reasonOfCode = (code: string | null): string => (code === null ? '' : String(i18next.t(asWordKey(`errors:${code}`))))
