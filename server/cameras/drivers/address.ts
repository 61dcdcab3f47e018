import { lookup as lookUp } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPublic } from '../../ground/publicAddress.ts'
import { CameraTrouble } from './driver.ts'

const PATIENCE_MS = 3000
/**
 * Of the addresses that a camera may have (private networks are where cameras are) these are none: this host itself, what lies beside it without
 * a router, many at once, and where a host is told about itself.
 */
const REFUSED = [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 127, 'ipv6'],
  // IPv4 that is written as IPv6.
  ['::ffff:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fd00:ec2::', 32, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const
/** A list for each: in one, every IPv4 address would lie within `::ffff:0:0`. */
const refused = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, bits, family] of REFUSED) refused[family].addSubnet(network, bits, family)

export type Scheme = 'rtsp' | 'http'
const PORTS: Readonly<Record<string, number>> = { 'rtsp:': 554, 'rtsps:': 322, 'http:': 80, 'https:': 443 }

export interface Target {
  readonly url: URL
  readonly isSecure: boolean
  /** What is connected to: the host is not looked up again. */
  readonly address: string
  readonly port: number
}
export interface AddressPolicy {
  /** `host:port` that may be called though it is refused otherwise. */
  readonly allow: readonly string[]
  /** Ports of this server and of its database. Nothing calls them as a camera, whatever is allowed, where they are on this host. */
  readonly ownPorts: readonly number[]
  /** A service of the internet: a private network is none of its places, unless `allow` names it. */
  readonly publicOnly?: boolean
  readonly lookup?: (host: string) => Promise<readonly { address: string }[]>
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

/** By which name a host proves who it is; one that is an address has none. */
export const tlsName = (url: URL): { servername?: string } => (isIP(hostOf(url)) === 0 ? { servername: url.hostname } : {})

/** An address of a camera as it is written; null where it is none: another scheme, or with a user in it. */
export function cameraUrl(text: string, scheme: Scheme): URL | null {
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const schemes = scheme === 'rtsp' ? ['rtsp:', 'rtsps:'] : ['http:', 'https:']
  if (!schemes.includes(url.protocol) || url.username !== '' || url.password !== '' || url.hostname === '' || url.hash !== '') return null
  return hostOf(url).includes('%') || /:\/\/[^/]*@/.test(text) ? null : url
}

/** Whether an address of the network is this host's own. */
function isHere(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((many) => many?.map((one) => one.address) ?? [])
  return address.startsWith('127.') || address === '::1' || own.includes(address)
}

function mayBeCalled(host: string, address: string, port: number, { allow, ownPorts, publicOnly = false }: AddressPolicy): boolean {
  if (isHere(address) && ownPorts.includes(port)) return false
  const named = (one: string) => allow.includes(one.includes(':') ? `[${one}]:${port}` : `${one}:${port}`)
  if (named(host)) return true
  if (publicOnly && !isPublic(address)) return false
  const family = isIP(address)
  return family === 4 ? !refused.ipv4.check(address, 'ipv4') : family === 6 && !refused.ipv6.check(address, 'ipv6')
}

/**
 * Where a camera is connected to: its host is looked up once, and every address found must be one that may be called. Throws CameraTrouble
 * with `address` where it is not, `unknownHost` where there is none.
 */
export async function targetOf(text: string, scheme: Scheme, policy: AddressPolicy): Promise<Target> {
  const url = cameraUrl(text, scheme)
  if (url === null) throw new CameraTrouble('address')
  const port = url.port === '' ? PORTS[url.protocol]! : Number(url.port)
  const host = hostOf(url)
  let found: readonly { address: string }[]
  try {
    const ask = policy.lookup ?? ((name: string) => lookUp(name, { all: true }))
    found = isIP(host) === 0 ? await inTime(ask(host)) : [{ address: host }]
  } catch {
    throw new CameraTrouble('unknownHost')
  }
  if (found.length === 0) throw new CameraTrouble('unknownHost')
  if (!found.every(({ address }) => mayBeCalled(host, address, port, policy))) throw new CameraTrouble('address')
  return { url, isSecure: url.protocol === 'rtsps:' || url.protocol === 'https:', address: found[0]!.address, port }
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), PATIENCE_MS)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
