import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openTransport } from '#server/outside/mail/transport.ts'
import { ROOT } from '../harness/documents.ts'

/** In production neither the database nor the mail server is believed without a certificate. */

let folder = ''
let certificate: { key: Buffer; cert: Buffer }
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'harbor-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...options, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  certificate = { key: readFileSync(key), cert: readFileSync(cert) }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => void server.close(resolve))
})
const listen = async (serve: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    serve(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

/** A mail server that writes down what it is told; `offersTls` with the certificate above. */
const openMailServer = async (offersTls: boolean) => {
  const commands: string[] = []
  const talk = (socket: Socket): void => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      const command = chunk.toString().trim()
      commands.push(command)
      if (command === 'STARTTLS') {
        socket.removeAllListeners('data')
        socket.write('220 go on\r\n')
        talk(new TLSSocket(socket, { isServer: true, ...certificate }))
      } else socket.write(offersTls && command.startsWith('EHLO') ? '250-here\r\n250 STARTTLS\r\n' : '250 ok\r\n')
    })
  }
  const port = await listen((socket) => {
    talk(socket)
    socket.write('220 mail\r\n')
  })
  return { port, commands }
}

const LETTER = { to: 'mei@mail.example', subject: 'Hi', text: 'Hi', html: '', attachments: [], messageId: '<1@x>' }
const send = async (port: number, smtpTls: boolean) => {
  const transport = openTransport({ ...readConfig({}), smtpUrl: `smtp://127.0.0.1:${port}`, smtpTls })
  try {
    await transport.send({ ...LETTER, writtenAt: 0 })
  } finally {
    transport.close()
  }
}
const hasMail = (commands: string[]): boolean => commands.some((command) => /^(?:MAIL|RCPT|AUTH)/.test(command))

test.each([
  ['that offers no TLS', false],
  ['whose certificate is its own', true],
])('a mail server %s gets no mail where TLS is needed', async (_what, offersTls) => {
  const { port, commands } = await openMailServer(offersTls)
  await expect(send(port, true)).rejects.toThrow()
  expect(commands.length).toBeGreaterThan(0)
  expect(hasMail(commands)).toBe(false)
})

test.each([
  ['offers no TLS', false, 'offers no TLS'],
  ['has a certificate of its own', true, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])(
  'a database that %s gets no name and no password, and the operator a sentence',
  async (_what, hasTls, reason) => {
    const heard: Buffer[] = []
    const port = await listen((socket) => {
      socket.once('data', (request) => {
        heard.push(request)
        socket.write(hasTls ? 'S' : 'N')
        const secured = hasTls ? new TLSSocket(socket, { isServer: true, ...certificate }) : socket
        secured.on('error', () => socket.destroy())
        secured.on('data', (chunk: Buffer) => heard.push(chunk))
      })
    })
    const env = {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgres://harbor:secret@127.0.0.1:${port}/harbor?sslmode=verify-full`,
    }
    const { promise, resolve } = Promise.withResolvers<string>()
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: ROOT, env })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('exit', () => resolve(errors))
    expect(await promise).toContain(`The database does not prove who it is (`)
    expect(errors).toContain(reason)
    // A request for TLS has eight bytes.
    expect(heard.every(({ length }) => length === 8)).toBe(true)
  },
  30_000,
)
