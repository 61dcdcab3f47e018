import type { TenantScreen } from '#contract/home/home'

/** FRAME-05: this kind of screen opens its address as it is. */
const PLAIN = 2

/**
 * Where a screen opens. All but plain ones get the access token, in an address of this house only: a token must not travel to a stranger.
 * Null where the address is none that a browser may open.
 */
export function screenAddress({ screenAddress: address, screenType }: TenantScreen, accessToken: string, house: string): string | null {
  if (!URL.canParse(address, house)) return null
  const url = new URL(address, house)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (screenType !== PLAIN && url.origin === new URL(house).origin) url.searchParams.set('access_token', accessToken)
  return url.href
}
