import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { asWordKey } from '#src/i18n/i18n.ts'

const KEY = /^([a-z]+:\w|error\.)[\w.]*$/

/**
 * Why a command was refused: the product's words where the server gave the key of its reason, the device's own words otherwise, null
 * where there is nothing that a person could read.
 */
export function useSaid(): (message: string | null) => string | null {
  const { t, i18n } = useTranslation()
  return useCallback(
    (message) => {
      if (message === null || message === '') return null
      if (!KEY.test(message)) return message
      const key = message.includes(':') ? message : `errors:${message}`
      return i18n.exists(key) ? (t(asWordKey(key)) as string) : null
    },
    [t, i18n],
  )
}
