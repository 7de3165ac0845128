import type { ReactNode } from 'react'

/** Number of characters that fit into a line on the narrowest phone. */
const LINE_LETTERS = 32

/** Renders an email address. One that is longer than a line may break before its @ only. */
export function EmailText({ children }: { children?: ReactNode }) {
  const address = [children].flat().join('')
  const at = address.lastIndexOf('@')
  const isLong = address.length > LINE_LETTERS && at > 0
  if (!isLong) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** Renders an email address in a sentence, emphasised. */
export function Email({ children }: { children?: ReactNode }) {
  return (
    <strong>
      <EmailText>{children}</EmailText>
    </strong>
  )
}
