import { Fragment, type ReactNode } from 'react'

/** Renders an email address. It may break after its @ and after a dot, where a line is too short for all of it. */
export function EmailText({ children }: { children?: ReactNode }) {
  const pieces = [children]
    .flat()
    .join('')
    .split(/(?<=[@.])/)
  return pieces.map((piece, nth) => (
    // The pieces of one address never change their order.
    <Fragment key={nth}>
      {nth > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}

/** Renders an email address in a sentence, emphasised. */
export function Email({ children }: { children?: ReactNode }) {
  return (
    <strong>
      <EmailText>{children}</EmailText>
    </strong>
  )
}
