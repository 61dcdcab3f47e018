import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** The address that a request came from, as far as it can be believed. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

/** An IPv4 address that came over an IPv6 socket is that IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** A hop as proxies write it: an address, also in brackets or with a port; null for anything else. */
function hopOf(written: string): string | null {
  const text = written.trim()
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? (/^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text)
  return isIP(bare) === 0 ? null : plain(bare)
}

/**
 * Believes `X-Forwarded-For` only of proxies on the list (TRUST_PROXY): it is read from its end, where the nearest proxy wrote, and the
 * first address that is no proxy of ours is the caller. What a caller wrote into it further ahead is never reached; with an empty list
 * the header is not read at all.
 */
export function callerAddress(proxies: readonly string[]): AddressOf {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits == null) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return ({ socket, headers }) => {
    let caller = plain(socket.remoteAddress ?? '')
    if (!isTrusted(caller)) return caller
    const hops = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').toReversed()
    for (const written of hops) {
      const hop = hopOf(written)
      if (hop == null) return caller
      caller = hop
      if (!isTrusted(hop)) return caller
    }
    return caller
  }
}
