import { useTranslation } from 'react-i18next'
import { asWordKey } from '#src/i18n/i18n.ts'

/** Why a command was refused: a key of the product's words where the server gave the reason, else the device's own words. */
export function useSaid(): (message: string | null) => string | null {
  const { t, i18n } = useTranslation()
  return (message) => {
    if (message === null || message === '') return null
    const key = message.includes(':') ? message : `errors:${message}`
    return /^[\w.:]+$/.test(message) && i18n.exists(key) ? (t(asWordKey(key)) as string) : message
  }
}
