import { GUIDES } from '#contract/guides.ts'
import { CLEAN_FRAME, FRAME } from '#contract/shells.ts'

/** A page that is drawn at build time in each language. */
export interface Screen {
  /** File under `shells/<locale>/`. */
  name: string
  address: string
  /** Drawn without the frame around the screen, so that its content is in the first frame that the browser paints. */
  withoutFrame?: true
}

/** The shell in which the start-up script draws the stored pass. */
export const PASS = 'myPass'

/** Screens on which visits begin, so they have a shell. The start-up script fills that of `/myPage/myPass`. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', address: '/home' },
  { name: 'attractions', address: '/attractions' },
  { name: 'pass', address: '/pass' },
  { name: PASS, address: '/myPage/myPass', withoutFrame: true },
  { name: 'login', address: '/login' },
  { name: 'join', address: '/join' },
  { name: 'gift', address: '/gift' },
]

/** The shell for an address that does not exist. */
export const NOT_FOUND = 'notFound'

/** Addresses that are answered with the shell of another address. */
const ALIASES: Record<string, string> = { '/': 'home' }

/** Parameters that take only some words: any other word is no address. As patterns. */
const PARAMETERS: Record<string, string> = { $product: `(?:${GUIDES.join('|')})` }

/** Names of shells by address, and by patterns (regular expressions) of addresses. */
export interface Routes {
  exact: Record<string, string>
  patterns: [string, string][]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Maps addresses to shells, from the router's own paths (`/join/`, `/attractions/$detail`). `cleanPaths`: those whose
 * screens have the clean layout.
 */
export const routesOf = (
  paths: readonly string[],
  details: readonly Screen[],
  cleanPaths: readonly string[] = [],
): Routes => {
  const addressOf = (path: string) => path.replace(/(?<=.)\/$/, '')
  const addresses = paths.map(addressOf).toSorted()
  const clean = new Set(cleanPaths.map(addressOf))
  const frameOf = (address: string) => (clean.has(address) ? CLEAN_FRAME : FRAME)
  const plain = addresses.filter((address) => !address.includes('$'))
  return {
    exact: Object.fromEntries([
      ...plain.map((address) => [address, frameOf(address)] as const),
      ...SCREENS.map(({ name, address }) => [address, name] as const),
      ...Object.entries(ALIASES),
      ...details.map(({ name, address }) => [address, name] as const),
    ]),
    patterns: addresses
      .filter((address) => address.includes('$'))
      .map((address) => [
        `^${address
          .split('/')
          .map((segment) => PARAMETERS[segment] ?? (segment.startsWith('$') ? '[^/]+' : escaped(segment)))
          .join('/')}$`,
        frameOf(address),
      ]),
  }
}
