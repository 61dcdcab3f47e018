import i18next from 'i18next'

/** What is told of a failed call: its HTTP status (0 where nobody answered), its code, and the server's own words. */
export interface Told {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** The words of a failed call (1§8.1): fixed ones for 403, 404, 500 and 503, otherwise the server's own. */
export function tipFor({ status, code, message }: Told): string {
  if (status === 401) return i18next.t('frame:tip.logAgain')
  if (status === 403) return i18next.t('frame:tip.noPer')
  if (status === 404) return i18next.t('frame:tip.notFound')
  if (status === 500) return i18next.t('frame:tip.building')
  if (status === 503) return i18next.t('frame:tip.unavailable')
  if (code === 'error.secret.long') return i18next.t('errors:error.secret.long')
  if (status === 0) return i18next.t(code === 'error.timeout' ? 'frame:tip.timeout' : 'frame:tip.network')
  return message === '' ? i18next.t('frame:tip.failed') : message
}

/** The words of a failed call in the place that asked: the server's own where it said any, so that a lost connection is never a blank. */
export const reasonOf = (failure: Told): string => failure.message || tipFor(failure)

/** What is told of an error: of a failed call, where it was one. */
export const toldOf = (error: unknown): Told | undefined => (error as { failure?: Told } | null | undefined)?.failure
