/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

const RANGE = /^bytes=(\d*)-(\d*)$/

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110, 14). Returns null when the whole file is to be sent: without
 * the header, for several ranges and for other units; `unsatisfiable` when the range is beyond the file.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  // `-500`: the last 500 bytes.
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
