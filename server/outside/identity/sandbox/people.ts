/** Whoever types an address is that person here. One that begins with `unverified.` was never proven to the provider. */
export const personOf = (typed: string) => {
  const email = typed.trim().toLowerCase()
  // The provider's own name for somebody is what was typed, letter by letter.
  return { sub: typed, email, verified: !email.startsWith('unverified.') }
}

/** A client of the sandbox, and where its browsers may be led back to. */
export interface SandboxClient {
  id: string
  secret: string
  redirectUri: string
}
