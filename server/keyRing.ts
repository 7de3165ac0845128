/**
 * Generations of the two keys that operators can rotate: the key that signs certificates of passes, and the keys of
 * tokens. Each generation derives from a root secret; the database says which generations and roots exist
 * (`server/modules/key/`).
 */

export const KEY_KINDS = ['pass', 'token'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** One generation of a key. Times are ms UTC. */
export interface KeyGeneration {
  kind: KeyKind
  /** From 1. */
  generation: number
  madeAt: number
  /** From then on it signs, until a later generation does. */
  signsAt: number
  /** From then on what it has signed is refused; null: it is not revoked. */
  revokedAt: number | null
  /** Id of the root from which it derives; null: the first root of the installation. */
  rootId: string | null
}

/** A root secret as the database has it; the secret itself is stored nowhere but in its file or setting. */
export interface RootState {
  rootId: string
  madeAt: number
  /** From then on secrets of all purposes derive from it, until those of a later root do. */
  signsAt: number
  /** From then on what only it has signed is refused; null: it is not revoked. */
  revokedAt: number | null
  /** When no QR text of a card and no code of goods was left that another root has sealed; null: not yet. */
  sealedAt: number | null
}

/** What this process knows of the generations. */
export interface KeyRing {
  /** Ordered by generation; without those whose root this process does not have. */
  generations: readonly KeyGeneration[]
  /** Ordered by the time from which they sign; none before the first rotation. */
  roots: readonly RootState[]
  /** Id of the root that signs; null: the first root of the installation. */
  signingRoot: string | null
  /** Reads the generations from the database, at most once a second. Does nothing in a process without a server. */
  reload: () => Promise<void>
}

const FIRST: readonly KeyGeneration[] = KEY_KINDS.map((kind) => ({
  kind,
  generation: 1,
  madeAt: 0,
  signsAt: 0,
  revokedAt: null,
  rootId: null,
}))

/** Completes stored rows with the first generation of each kind that has no row for it, and orders them. */
export const completeGenerations = (rows: readonly KeyGeneration[]): KeyGeneration[] =>
  [
    ...FIRST.filter(({ kind, generation }) => !rows.some((row) => row.kind === kind && row.generation === generation)),
    ...rows,
  ].toSorted((a, b) => a.generation - b.generation)

/** Creates the key ring of an installation that has rotated nothing. */
export const createKeyRing = (): KeyRing => ({
  generations: FIRST,
  roots: [],
  signingRoot: null,
  reload: () => Promise.resolve(),
})

/**
 * Returns the id of the root that signs at `at` (ms UTC): the last one that has begun to sign and is not revoked. If none
 * has begun, because a clock is behind, the next one signs early. null: the first one, because nothing was rotated.
 */
export const signingRootOf = (roots: readonly RootState[], at: number): string | null => {
  const accepted = roots.filter(({ revokedAt }) => revokedAt === null)
  return (accepted.findLast(({ signsAt }) => signsAt <= at) ?? accepted[0])?.rootId ?? null
}

/** Returns a generation of a kind; undefined for one that does not exist, or whose root this process does not have. */
export const findGeneration = (
  { generations }: KeyRing,
  kind: KeyKind,
  generation: number,
): KeyGeneration | undefined => generations.find((each) => each.kind === kind && each.generation === generation)

/** Returns the purpose from which a generation derives; the first keeps the purpose of earlier releases. */
export const purposeOf = (purpose: string, generation: number): string =>
  generation === 1 ? purpose : `${purpose}/${generation}`

/** Returns the generations of a kind, oldest first. */
export const generationsOf = ({ generations }: Pick<KeyRing, 'generations'>, kind: KeyKind): KeyGeneration[] =>
  generations.filter((each) => each.kind === kind)

/** Returns the generations whose signatures of the time `at` (ms UTC) count; omitted: those that are not revoked. */
export const acceptedOf = (ring: Pick<KeyRing, 'generations'>, kind: KeyKind, at = Infinity): KeyGeneration[] =>
  generationsOf(ring, kind).filter(({ revokedAt }) => revokedAt === null || at < revokedAt)

/** Returns whether signatures of this generation count. */
export const isAccepted = (ring: KeyRing, kind: KeyKind, generation: number): boolean =>
  acceptedOf(ring, kind).some((each) => each.generation === generation)

/**
 * Returns the generation that signs at `at` (ms UTC): the last one that has begun to sign and is not revoked. If none
 * has begun, the next one signs early, because something must.
 */
export const signingOf = (ring: Pick<KeyRing, 'generations'>, kind: KeyKind, at: number): KeyGeneration => {
  const accepted = acceptedOf(ring, kind)
  const signing = accepted.findLast(({ signsAt }) => signsAt <= at) ?? accepted[0]
  if (!signing) throw new Error(`every key of the kind ${kind} is revoked`)
  return signing
}
