/** Kinds of sky that have a picture. */
export const SKIES = ['clear', 'night', 'partly', 'cloudy', 'rain', 'storm', 'snow', 'fog', 'wind'] as const
export type Sky = (typeof SKIES)[number]

/** The picture of no known weather (2§9): a clear sky. */
export const DEFAULT_ICON = '100'

/** The kind of sky of an icon number as the weather service counts them; the default's where the number says nothing. */
export function describeSky(icon: string): Sky {
  const code = Number(icon)
  if (code === 100) return 'clear'
  if (code >= 150 && code <= 153) return 'night'
  if (code >= 101 && code <= 103) return 'partly'
  if (code === 104) return 'cloudy'
  if (code >= 302 && code <= 304) return 'storm'
  if (code >= 300 && code < 400) return 'rain'
  if (code >= 400 && code < 500) return 'snow'
  if (code === 507 || code === 508 || (code >= 503 && code <= 504)) return 'wind'
  if (code >= 500 && code < 600) return 'fog'
  return 'clear'
}
