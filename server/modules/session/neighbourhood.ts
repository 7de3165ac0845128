import { isIPv6 } from 'node:net'

/**
 * Addresses that one person can use interchangeably. `factor`: how many times the allowance of the narrowest one it
 * has.
 */
export interface Neighbourhood {
  key: string
  factor: number
}

const groupsOf = (ip: string): string[] => {
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const headGroups = head.split(':').filter(Boolean)
  const tailGroups = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length
  const groups = [...headGroups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...tailGroups]
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * Returns the neighbourhoods of an address, narrowest first: the /24 of IPv4; for IPv6 the /64, which belongs to one
 * person, and the /48, which belongs to a person or to a shared site.
 */
export const neighbourhoods = (ip: string): [Neighbourhood, ...Neighbourhood[]] => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return [{ key: (mapped ?? ip).split('.').slice(0, 3).join('.'), factor: 1 }]
  const groups = groupsOf(ip)
  return [
    { key: groups.slice(0, 4).join(':'), factor: 1 },
    { key: `${groups.slice(0, 3).join(':')}::/48`, factor: 4 },
  ]
}

/** Returns the narrow neighbourhood of an address: /24 of IPv4, /64 of IPv6. */
export const addressClass = (ip: string): string => neighbourhoods(ip)[0].key
