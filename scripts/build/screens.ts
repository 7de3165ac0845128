import { FRAME } from '#contract/shells.ts'

/** A page that is drawn at build time in each language. */
export interface Screen {
  /** File under `shells/<locale>/`. */
  name: string
  address: string
  /** Drawn without what stands around the screen: its content must be in the first frame. */
  lean?: true
}

/** The shell that the start-up script draws the stored pass into. */
export const PASS = 'myPass'

/** Screens whose first sight a visitor waits for. `/myPage/myPass` is drawn as the frame that the start-up script fills. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', address: '/home' },
  { name: 'attractions', address: '/attractions' },
  { name: 'pass', address: '/pass' },
  { name: PASS, address: '/myPage/myPass', lean: true },
  { name: 'login', address: '/login' },
  { name: 'join', address: '/join' },
]

/** What an address that does not exist is answered with. */
export const NOT_FOUND = 'notFound'

/** Addresses that lead to a drawn screen at once. */
const ALIASES: Record<string, string> = { '/': 'home' }

export interface Routes {
  exact: Record<string, string>
  patterns: [string, string][]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Which shell answers which address, from the router's own paths (`/join/`, `/attractions/$detail`). */
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
          .map((part) => (part.startsWith('$') ? '[^/]+' : escaped(part)))
          .join('/')}$`,
        FRAME,
      ]),
  }
}
