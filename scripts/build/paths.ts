import { resolve } from 'node:path'

/** Folders of the build, absolute. */
export const ROOT = `${resolve(import.meta.dirname, '../..')}/`
export const DIST = `${ROOT}dist`
export const SHELLS = `${DIST}/shells`
/** The screens, compiled for drawing at build time; not shipped. */
export const SSR = `${ROOT}.build/ssr`
