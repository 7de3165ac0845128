import { BODY_MAX_DEPTH } from '#contract/limits.ts'

/** A text that could not be parsed; `reason` is a short stable word. */
export class Malformed extends Error {
  override name = 'Malformed'
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const STRING = /"(?:[^"\\]|\\.)*"/y

/** Returns whether PostgreSQL can store a text: it is well-formed and has no NUL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const check = (literal: string): string => {
  const text = JSON.parse(literal) as string
  if (!isStorable(text)) throw new Malformed('text')
  return text
}

/** Checks valid JSON for what `JSON.parse` accepts silently. Throws `Malformed`. */
const inspect = (source: string): void => {
  /** The keys seen so far of each open object; null for an array. */
  const open: (Set<string> | null)[] = []
  let key = false
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null)
      if (open.length > BODY_MAX_DEPTH) throw new Malformed('depth')
      key = sign === '{'
    } else if (sign === '}' || sign === ']') {
      open.pop()
      key = false
    } else if (sign === ',') key = open.at(-1) instanceof Set
    else if (sign === '"') {
      STRING.lastIndex = at
      const literal = STRING.exec(source)?.[0] ?? '""'
      at += literal.length - 1
      const text = check(literal)
      if (!key) continue
      const keys = open.at(-1)
      if (text === '__proto__') throw new Malformed('key')
      if (keys?.has(text)) throw new Malformed('duplicate_key')
      keys?.add(text)
      key = false
    }
  }
}

/** Parses strict JSON: valid UTF-8, limited depth, no duplicate keys, NUL or lone surrogates. Throws `Malformed`. */
export const parseJson = (bytes: Uint8Array): unknown => {
  let value: unknown
  let source: string
  try {
    source = utf8.decode(bytes)
    value = JSON.parse(source)
  } catch {
    throw new Malformed('json')
  }
  inspect(source)
  return value
}

/** Parameters that are lists: also accepted as repeated names, as `name[]`, and as one value in brackets. */
const LISTS: ReadonlySet<string> = new Set(['facilitiesRecordList'])

/** Returns the list to which a parameter name belongs; undefined if to none. */
const listOf = (name: string): string | undefined => {
  const plain = name.replace(/\[\d*\]$/, '')
  return LISTS.has(plain) ? plain : undefined
}

/** Parses a strict query string: valid escapes, no duplicate names except those of lists. Throws `Malformed`. */
export const parseQuery = (source: string): Record<string, string> => {
  const valuesByName: Record<string, string> = Object.create(null) as Record<string, string>
  for (const pair of source.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const [name, value] = [equals < 0 ? pair : pair.slice(0, equals), equals < 0 ? '' : pair.slice(equals + 1)].map(
      decode,
    ) as [string, string]
    const list = listOf(name)
    if (list !== undefined) {
      const entry = value.replaceAll(/[[\]"\s]/g, '')
      valuesByName[list] = [valuesByName[list] ?? '', entry].filter(Boolean).join(',')
      continue
    }
    if (name in valuesByName) throw new Malformed('duplicate_key')
    valuesByName[name] = value
  }
  return { ...valuesByName }
}

const decode = (text: string): string => {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (isStorable(decoded)) return decoded
  } catch {
    throw new Malformed('escape')
  }
  throw new Malformed('text')
}
