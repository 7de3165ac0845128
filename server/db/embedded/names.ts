/** Messages that name a statement, and how many zeros stand before that name. */
const PARSE = 'P'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)
const DESCRIBE = 'D'.charCodeAt(0)
const CLOSE = 'C'.charCodeAt(0)
const STATEMENT = 'S'.charCodeAt(0)
const LENGTH_AT = 1
const BODY_AT = 5

/** Where in the message that begins at `at` a statement's name stands; null when it has none. */
const nameAt = (bytes: Uint8Array, at: number): number | null => {
  const body = at + BODY_AT
  const type = bytes[at]
  if (type === PARSE) return body
  // A portal's name stands first.
  if (type === BIND) return bytes.indexOf(0, body) + 1
  if ((type === DESCRIBE || type === CLOSE) && bytes[body] === STATEMENT) return body + 1
  return null
}

/**
 * The same messages of PostgreSQL's protocol with `prefix` before the name of each named statement, so that
 * connections which share a session do not meet in one name. Notes in `names` what was given a name.
 */
export const renamed = (bytes: Uint8Array, prefix: string, names: Set<string>): Uint8Array => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Buffer[] = []
  let copied = 0
  // The first message of a connection has no type: it is short of every length.
  for (let at = 0; at + BODY_AT <= whole.length; at += 1 + whole.readUInt32BE(at + LENGTH_AT)) {
    const name = nameAt(whole, at)
    if (name === null || whole[name] === 0) continue
    if (whole[at] === PARSE) names.add(prefix + whole.toString('utf8', name, whole.indexOf(0, name)))
    const head = Buffer.from(whole.subarray(at, name))
    head.writeUInt32BE(whole.readUInt32BE(at + LENGTH_AT) + prefix.length, LENGTH_AT)
    parts.push(whole.subarray(copied, at), head, Buffer.from(prefix))
    copied = name
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, whole.subarray(copied)])
}
