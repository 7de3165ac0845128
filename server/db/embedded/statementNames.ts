/** Types of the protocol messages that name a statement. */
const PARSE = 'P'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)
const DESCRIBE = 'D'.charCodeAt(0)
const CLOSE = 'C'.charCodeAt(0)
const STATEMENT = 'S'.charCodeAt(0)
const LENGTH_AT = 1
const BODY_AT = 5

/** Returns the offset of the statement name in the message at `at`; null when the message has none. */
const nameAt = (bytes: Uint8Array, at: number): number | null => {
  const body = at + BODY_AT
  const type = bytes[at]
  if (type === PARSE) return body
  // The name of the portal comes first.
  if (type === BIND) return bytes.indexOf(0, body) + 1
  if ((type === DESCRIBE || type === CLOSE) && bytes[body] === STATEMENT) return body + 1
  return null
}

/**
 * Returns protocol messages with `prefix` added to the name of each named statement, so that connections that share one
 * session have separate namespaces. Adds the prefixed name of each newly parsed statement to `names`.
 */
export const renamed = (bytes: Uint8Array, prefix: string, names: Set<string>): Uint8Array => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Buffer[] = []
  let copied = 0
  // The startup message has no type; read as a typed message, its length exceeds the buffer, so it stays unchanged.
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
