/** Returns the version: the content hash in the name of the chunk of this module; without one, the build mode. */
export const versionOf = (): string => /-([\w-]{6,})\.m?js/.exec(import.meta.url)?.[1] ?? import.meta.env.MODE
