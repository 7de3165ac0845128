import { FRAME } from '#contract/shells.ts'

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
]

/** The shell for an address that does not exist. */
export const NOT_FOUND = 'notFound'

/** Addresses that are answered with the shell of another address. */
const ALIASES: Record<string, string> = { '/': 'home' }

/** Names of shells by address, and by patterns (regular expressions) of addresses. */
export interface Routes {
  exact: Record<string, string>
  patterns: [string, string][]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Maps addresses to shells, from the router's own paths (`/join/`, `/attractions/$detail`). */
export const routesOf = (paths: readonly string[], details: readonly Screen[]): Routes => {
  const addresses = paths.map((path) => path.replace(/(?<=.)\/$/, '')).toSorted()
  const plain = addresses.filter((address) => !address.includes('$'))
  return {
    exact: Object.fromEntries([
      ...plain.map((address) => [address, FRAME] as const),
      ...SCREENS.map(({ name, address }) => [address, name] as const),
      ...Object.entries(ALIASES),
      ...details.map(({ name, address }) => [address, name] as const),
    ]),
    patterns: addresses
      .filter((address) => address.includes('$'))
      .map((address) => [
        `^${address
          .split('/')
          .map((segment) => (segment.startsWith('$') ? '[^/]+' : escaped(segment)))
          .join('/')}$`,
        FRAME,
      ]),
  }
}
