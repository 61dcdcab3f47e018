import { isIP } from 'node:net'
import { isPublic } from '../publicAddress.ts'

/** The host of an address as it is looked up or compared: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
export const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

/** An http address that may be tried, as far as it can be told without looking its host up; null where it is none. */
export function httpAddress(text: string, allow: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  const host = hostOf(url)
  return isIP(host) === 0 || isAllowed(url, allow) || isPublic(host) ? url : null
}

/** The address of a push service that may be tried: https, but for services that the operator named. */
export function pushAddress(text: string, allow: readonly string[]): URL | null {
  const url = httpAddress(text, allow)
  return url !== null && (url.protocol === 'https:' || isAllowed(url, allow)) ? url : null
}

/** Whether the operator named this host and port as one of their own. */
export const isAllowed = (url: URL, allow: readonly string[]): boolean => allow.includes(`${url.hostname.toLowerCase()}:${portOf(url)}`)

/** An http address without what makes it a secret. */
export const shown = (address: string): string => (URL.canParse(address) ? `${new URL(address).origin}/…` : '…')
