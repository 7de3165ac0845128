import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The fonts of pictures: one of each row must be there. Debian packages, by the family that they bring. */
const FAMILIES: readonly (readonly (readonly [family: string, debianPackage: string])[])[] = [
  [
    ['Inter', 'fonts-inter'],
    ['Roboto', 'fonts-roboto'],
  ],
  [['Noto Sans CJK TC', 'fonts-noto-cjk']],
]

const has = (family: string): boolean => {
  try {
    return execFileSync('fc-list', [`:family=${family}`], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return false
  }
}

/** Returns the packages that bring the missing families. */
const missingPackages = (): string[] =>
  FAMILIES.filter((row) => !row.some(([family]) => has(family))).map(([first]) => first?.[1] ?? '')

/**
 * Installs the fonts that visitors’ devices have, where they are missing and this process may (Debian, as root).
 * Otherwise says which are missing: then pictures show the machine’s own fonts.
 */
const installFonts = (): void => {
  const missing = missingPackages()
  if (missing.length === 0) return
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isAllowed)
    try {
      execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], { stdio: 'ignore' })
    } catch {
      // Reported below: without a network the pictures are taken all the same.
    }
  const stillMissing = missingPackages()
  if (stillMissing.length > 0)
    console.warn(
      `Pictures show other fonts than visitors have. Install as root: apt-get install ${stillMissing.join(' ')}`,
    )
}

/** Returns the environment in which a browser draws text in the fonts of visitors’ devices. */
export const withVisitorsFonts = (): Record<string, string> => {
  installFonts()
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return {
    ...Object.fromEntries(inherited),
    FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)),
  }
}
