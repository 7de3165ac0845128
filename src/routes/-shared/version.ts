/** Returns the version: what the build was made from, in eight hexadecimal digits; in development the build mode. */
export const versionOf = (): string => import.meta.env.VITE_BUILD ?? import.meta.env.MODE
