import * as passkey from '#contract/calls/passkey.ts'
import { createAuthenticator, type Misbehaviour, type SoftPasskey } from './authenticator.ts'
import { PASSWORD, signUpMember, type App } from './factories.ts'

/** A proof for adding or deleting a passkey. */
export interface Proof {
  password?: string
  code?: string
}

/** Calls of an app about passkeys, with a device in software. `counts`: the device counts its signatures. */
export const passkeyCalls = (app: App, { counts = false }: { counts?: boolean } = {}) => {
  const device = createAuthenticator(new URL(app.deps.config.publicUrl).origin, { counts })
  const addOptions = (token: string | undefined, body: Proof = { password: PASSWORD }) =>
    app.call(passkey.addOptions, { body, ...(token !== undefined && { token }) })
  const optionsFor = async (token: string) => {
    const { data, status } = await addOptions(token)
    if (!data) throw new Error(`No options for a passkey: ${status.code}.`)
    return data
  }
  const signInOptions = async () => {
    const { data, status } = await app.call(passkey.signInOptions)
    if (!data) throw new Error(`No challenge: ${status.code}.`)
    return data
  }
  const addOne = async (token: string) => {
    const created = device.make(await optionsFor(token))
    const { data, status } = await app.call(passkey.add, { token, body: created.answer })
    if (!data) throw new Error(`No passkey was added: ${status.code}.`)
    return { ...created.passkey, passkeyUid: data.passkeyUid }
  }
  return {
    device,
    addOptions,
    optionsFor,
    signInOptions,
    /** Adds a passkey to the member; throws when it is refused. */
    addOne,
    /** Signs a member up who has one passkey. */
    owner: async () => {
      const member = await signUpMember(app)
      return { ...member, owned: await addOne(member.accessToken) }
    },
    listOf: async (token: string) => (await app.call(passkey.list, { token })).data?.list ?? [],
    /** Signs in by a passkey, on a new challenge. */
    signIn: async (owned: SoftPasskey, wrong: Misbehaviour = {}, headers: Record<string, string> = {}) =>
      app.call(passkey.signIn, { body: device.sign(owned, await signInOptions(), wrong), headers }),
  }
}
