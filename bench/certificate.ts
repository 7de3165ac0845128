import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let cached: { key: Buffer; cert: Buffer } | null = null

/** Returns a self-signed certificate for `localhost`, valid for two days; needs the `openssl` command. */
export const certificate = (): { key: Buffer; cert: Buffer } => {
  if (cached) return cached
  const folder = mkdtempSync(join(tmpdir(), 'bench-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' })
  cached = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return cached
}

/**
 * The flag by which Chromium trusts the certificate. Ignoring its errors instead would disable the browser's HTTP
 * cache, and the worker would fetch again what the page has just fetched.
 */
export const trustFlag = (): string => {
  const spki = new X509Certificate(certificate().cert).publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`
}
