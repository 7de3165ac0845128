import { firstRoot, type Keys } from '#server/keys.ts'

/** Adds a root to the keys of a process and lets it sign, as its key ring does after `keys -- rotate root`. */
export const signWithNextRoot = (keys: Keys): void => {
  const first = firstRoot(keys).id
  const next = keys.addRoot?.().id
  if (next === undefined) throw new Error('these keys come from settings')
  const state = { madeAt: 0, signsAt: 0, revokedAt: null, sealedAt: null }
  keys.ring.roots = [first, next].map((rootId) => ({ rootId, ...state }))
  keys.ring.signingRoot = next
}
