import * as passkey from '#contract/calls/passkey.ts'
import { createAuthenticator, type Misbehaviour, type SoftPasskey } from './authenticator.ts'
import { PASSWORD, type App } from './factories.ts'

/** A proof for adding or deleting a passkey. */
export interface Proof {
  password?: string
  code?: string
}

/** Calls of an app about passkeys, with a device in software. `counts`: the device counts its signatures. */
export const passkeyCalls = (app: Pick<App, 'call' | 'deps'>, { counts = false }: { counts?: boolean } = {}) => {
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
  return {
    device,
    addOptions,
    optionsFor,
    signInOptions,
    /** Adds a passkey to the member; throws when it is refused. */
    addOne: async (token: string) => {
      const created = device.make(await optionsFor(token))
      const { data, status } = await app.call(passkey.add, { token, body: created.answer })
      if (!data) throw new Error(`No passkey was added: ${status.code}.`)
      return { ...created.passkey, passkeyUid: data.passkeyUid }
    },
    /** Signs in by a passkey, on a new challenge. */
    signIn: async (owned: SoftPasskey, wrong: Misbehaviour = {}, headers: Record<string, string> = {}) =>
      app.call(passkey.signIn, { body: device.sign(owned, await signInOptions(), wrong), headers }),
  }
}
