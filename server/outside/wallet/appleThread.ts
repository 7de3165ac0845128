/** Runs in a worker thread: a signature in JavaScript takes some 90 ms of processor time. */
import { readFile } from 'node:fs/promises'
import { PKPass } from 'passkit-generator'
import type { ApplePass } from './applePass.ts'

/** Drawn by `scripts/art/icons.ts`. */
const PICTURES = ['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'logo@2x.png', 'logo@3x.png']

/** Runs one task of the pool: resolves to the bytes of the `.pkpass` file. */
export const work = async (pass: ApplePass): Promise<Uint8Array> => {
  const pictures = await Promise.all(
    PICTURES.map(async (name) => [name, await readFile(new URL(`pictures/${name}`, import.meta.url))] as const),
  )
  const { passTypeIdentifier, teamIdentifier, certificate, key, issuer } = pass.signing
  const file = new PKPass(
    Object.fromEntries(pictures),
    { wwdr: issuer, signerCert: certificate, signerKey: key },
    { formatVersion: 1, passTypeIdentifier, teamIdentifier, ...pass.props },
  )
  file.type = 'generic'
  file.primaryFields.push(...pass.primary)
  file.secondaryFields.push(...pass.secondary)
  file.auxiliaryFields.push(...pass.auxiliary)
  file.backFields.push(...pass.back)
  file.setBarcodes(pass.barcode)
  file.setExpirationDate(new Date(pass.endsAt))
  for (const [language, strings] of Object.entries(pass.strings)) file.localize(language, strings)
  return file.getAsBuffer()
}
