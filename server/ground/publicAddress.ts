import { BlockList, isIP } from 'node:net'

/** Of the addresses of the internet those that lead nowhere, back here, or to what a host is told about itself. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of IPv6 only what is given out publicly is called at all; these parts of it hold IPv4 addresses or are for documents.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const one of networks) {
    const [network, bits] = one.split('/') as [string, string]
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
const refused = listOf(NOT_PUBLIC)
const given = listOf(['2000::/3'])

/** Whether an IP address is one that everybody may reach: not this host, not a network behind it, and none that is written as another. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && !address.includes('%') && given.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
