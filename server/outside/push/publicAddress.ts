import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are not part of the public internet (IANA special-purpose registries). */
const INSIDE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv6')

/** The global unicast addresses of IPv6; IPv4-mapped and translated ones are outside of it. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !INSIDE.check(address, 'ipv4')
  return family === 6 && GLOBAL.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6')
}

type LookupAll = (host: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void

/**
 * Creates the `lookup` of a connection, which refuses names with a non-public address. The connection uses the checked
 * addresses, so DNS rebinding has no effect.
 */
export const publicLookup =
  (
    all: LookupAll = (host, callback) => {
      resolve(host, { all: true }, callback)
    },
  ): LookupFunction =>
  (host, options, callback) => {
    all(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error('no address'), '')
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        callback(Object.assign(new Error('not a public address'), { code: 'EACCES' }), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
