import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { stopGateway } from '#server/outside/payment/sandbox/start.ts'
import { freePort } from '../../scripts/freePort.ts'
import { copyTemplate, type TestDatabase } from '../../scripts/postgres.ts'
import { serverArguments } from '../../scripts/serverArguments.ts'
import { hasEnded, startFailure } from '../../scripts/startFailure.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_MS = 120_000

export interface ServerOptions {
  /** Another folder than the build's own. */
  dist?: string
  /** Settings besides those that every test has. */
  env?: Record<string, string>
  /**
   * By default PostgreSQL, because an embedded database takes half of the processor time of a start; without the one
   * that the set-up of the tests starts, embedded.
   */
  engine?: 'postgres' | 'embedded'
}

/** The real server as a process of its own, on a new data folder; it can be killed and restarted. */
export class Server {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Null for the embedded database. */
  readonly #database: TestDatabase | null
  readonly #dist: string | undefined
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined
  readonly #gatewayPort: number
  #output = ''

  private constructor(
    port: number,
    gatewayPort: number,
    dataDir: string,
    database: TestDatabase | null,
    { dist, env = {} }: ServerOptions,
  ) {
    this.port = port
    this.#database = database
    this.#dist = dist
    this.#env = env
    this.#gatewayPort = gatewayPort
    this.dataDir = dataDir
    this.url = `http://localhost:${port}`
  }

  static async open(options: ServerOptions = {}): Promise<Server> {
    const dataDir = await mkdtemp(join(tmpdir(), 'harbor-pass-'))
    const { SEEDED_FOLDER: seeded, E2E_POSTGRES: postgres } = process.env
    const isEmbedded = options.engine === 'embedded' || postgres === undefined
    // Migrating and seeding take most of a first start: a copy of the database, and the folder with its secret.
    if (!isEmbedded && seeded) await cp(seeded, dataDir, { recursive: true })
    const database = isEmbedded ? null : await copyTemplate(postgres)
    const server = new Server(await freePort(), await freePort(), dataDir, database, options)
    await server.start()
    return server
  }

  /** Seeds the database at this URL. Returns the data folder of the server that did it, which was stopped cleanly. */
  static async seed(databaseUrl: string): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'harbor-pass-'))
    const database = { url: databaseUrl, drop: () => Promise.resolve() }
    const server = new Server(await freePort(), await freePort(), dataDir, database, {})
    await server.start()
    const child = server.#child
    server.#child = undefined
    const gone = child && once(child, 'exit')
    child?.kill('SIGTERM')
    await gone
    await stopGateway({ config: { dataDir } })
    return dataDir
  }

  /** Resolves once the server answers that it is ready. */
  async start(): Promise<void> {
    const args = this.#dist ? [...serverArguments('e2e/harness/serve.ts'), this.#dist] : serverArguments()
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        DATABASE_URL: this.#database?.url ?? '',
        PUBLIC_URL: this.url,
        PAYMENT_SANDBOX_PORT: String(this.#gatewayPort),
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    const end = Date.now() + READY_MS
    while (!(await this.#ready())) {
      if (hasEnded(child) || Date.now() > end) throw startFailure('the server', child, this.#output)
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }

  /** Kills the process as a power cut would: no clean shutdown, open sockets are destroyed. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || hasEnded(child)) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    await this.kill()
    // The gateway is a process of its own that survives the server's kill.
    await stopGateway({ config: { dataDir: this.dataDir } })
    await this.#database?.drop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Runs a command of the operator, such as `gate enrol <place>`, and returns its output. */
  async command(script: string, ...args: string[]): Promise<string> {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.#database?.url ?? '',
      PUBLIC_URL: this.url,
    }
    const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
      cwd: ROOT,
      env,
    })
    return stdout
  }

  /** Creates an enrolment code for a new scanner at this place, by the operator's command. */
  async enrolmentCode(place: string): Promise<string> {
    return (await this.command('gate', 'enrol', place)).split('\n')[0] ?? ''
  }

  /** Returns the code of the newest mail to this address. */
  mailedCode(address: string): Promise<string> {
    return this.mailed(address, /^(\d{6})\s*$/m)
  }

  /** Resolves with the pattern's first group in the newest mail to this address; waits up to 15 s for a match. */
  async mailed(address: string, pattern: RegExp): Promise<string> {
    const end = Date.now() + 60_000
    for (;;) {
      const match = pattern.exec(await this.#newestMail(address))?.[1]
      if (match) return match
      if (Date.now() > end) throw new Error(`nothing like ${String(pattern)} was mailed to ${address}`)
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }

  async #newestMail(address: string): Promise<string> {
    const folder = join(this.dataDir, 'mail')
    const files = await readdir(folder).catch(() => [])
    const newest = files
      .filter((file) => file.includes(address))
      .toSorted()
      .at(-1)
    return newest === undefined ? '' : readFile(join(folder, newest), 'utf8')
  }

  async #ready(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  }
}
