import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What the route files say about screens. Read as text: the modules need the build. */

const ROUTES = resolve(import.meta.dirname, '../../src/routes')

/** `pass/$detail.tsx` → `/pass/{detail}`, the `data-screen` of a screen. */
const addressOf = (file: string): string =>
  `/${file.replace(/\.tsx$/, '')}`.replace(/\/index$/, '').replaceAll(/\$(\w+)/g, '{$1}')

const sources = new Map(
  readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !/(?:^|\/)[-_]/.test(file))
    .toSorted()
    .map((file) => [file, readFileSync(join(ROUTES, file), 'utf8')]),
)

/**
 * A `route.tsx` frames or guards the screens below it; `/` shows the screen of `/home`; a file without a component
 * redirects.
 */
const isScreen = (file: string): boolean =>
  !/(?:^|\/)route\.tsx$/.test(file) && file !== 'index.tsx' && /\bcomponent\b/.test(sources.get(file) ?? '')

const fileByAddress = new Map([...sources.keys()].filter(isScreen).map((file) => [addressOf(file), file]))

/** The addresses that have a screen, sorted by file; parameters in braces. */
export const addressesOfScreens = [...fileByAddress.keys()]

/** Returns whether only members reach an address: by a guard of its own, or of the folder. */
export const isGuarded = (address: string): boolean => {
  const file = fileByAddress.get(address) ?? ''
  const own = sources.get(file)?.includes('beforeLoad: membersOnly') ?? false
  return own || (sources.get(join(dirname(file), 'route.tsx'))?.includes('beforeLoad') ?? false)
}
