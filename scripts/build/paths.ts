import { fileURLToPath } from 'node:url'

/** Folders of the build, absolute. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const DIST = `${ROOT}dist`
export const SHELLS = `${DIST}/shells`
/** The screens for drawing at build time; not shipped. */
export const SSR = `${ROOT}.build/ssr`
