/** Returns the person for a typed address. An address that begins with `unverified.` counts as not verified. */
export const personOf = (typed: string) => {
  const email = typed.trim().toLowerCase()
  // `sub` is the text exactly as typed.
  return { sub: typed, email, verified: !email.startsWith('unverified.') }
}

/** A client of the sandbox, with its redirect address. */
export interface SandboxClient {
  id: string
  secret: string
  redirectUri: string
}
