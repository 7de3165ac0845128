import type { ReactNode } from 'react'

/** Number of characters that fit into a line on the narrowest phone. */
const LINE_LETTERS = 32

/** Renders an email address in a sentence. An address that is longer than a line may break before its @ only. */
export function Email({ children }: { children?: ReactNode }) {
  const address = [children].flat().join('')
  const at = address.lastIndexOf('@')
  const isLong = address.length > LINE_LETTERS && at > 0
  return (
    <strong>
      {isLong ? address.slice(0, at) : address}
      {isLong && <wbr />}
      {isLong && address.slice(at)}
    </strong>
  )
}
