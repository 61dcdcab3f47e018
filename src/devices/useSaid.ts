import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { shortMomentText } from '#src/time/moment.ts'

/** A key that the server gives: of why it refused a command, or of a failure. */
const KEY = /^(notices:command\.|error\.)([\w.]+)(?:\?(.*))?$/

/** A moment is ms UTC, and read in the browser's zone. */
function filled(params: URLSearchParams): Record<string, string> {
  const until = params.get('until')
  return { ...Object.fromEntries(params), ...(until === null ? {} : { until: shortMomentText(Number(until), Date.now()) }) }
}

/**
 * Why a command was refused: the product's words where the server gave the key of its reason (behind `?` what fills it in), the device's own
 * words otherwise, null where there is nothing that a person could read.
 */
export function useSaid(): (message: string | null) => string | null {
  const { i18n } = useTranslation()
  return useCallback(
    (message) => {
      if (message === null || message === '') return null
      const [, of, path, params] = KEY.exec(message) ?? []
      if (of === undefined) return message
      const key = of === 'error.' ? `errors:error.${path}` : `notices:command.${path}`
      return i18n.t(key, { ...filled(new URLSearchParams(params)), defaultValue: '' }) || null
    },
    [i18n],
  )
}
