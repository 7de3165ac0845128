import { execFile, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../scripts/freePort.ts'
import { ROOT } from '../harness/process.ts'
import type { Programs } from './packages.ts'
import { killAll, OWNER, startProgram, waitFor } from './processes.ts'
import { fillTemplate } from './template.ts'

/** One PostgreSQL whose log is archived by pgBackRest, with the configuration of `deploy/`, on loopback. */

const run = promisify(execFile)
const PASSWORD = 'drill'
const START_MS = 60_000

/** Gives a path to the user without rights, to whom all programs of a drill belong. */
const handOver = (path: string): string => {
  if (OWNER.uid !== undefined) chownSync(path, OWNER.uid, OWNER.gid)
  return path
}
const makeFolder = (path: string, mode = 0o755): string => {
  mkdirSync(path, { mode })
  return handOver(path)
}

/** Creates and starts the database below `folder`; its log is archived once the stanza is created. */
export const openArchivedDatabase = async (folder: string, programs: Programs) => {
  const place = makeFolder(join(folder, 'database'))
  const data = join(place, 'data')
  // Debian keeps the settings apart from the data, so they are not restored.
  const settings = makeFolder(join(place, 'settings'))
  const repository = makeFolder(join(place, 'repository'), 0o750)
  const passwordFile = join(place, 'password')
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 })
  handOver(passwordFile)
  const options = ['--username=postgres', '--auth-local=trust', '--auth-host=scram-sha-256', '--data-checksums']
  options.push('--encoding=UTF8', '--locale=C.UTF-8', `--pwfile=${passwordFile}`, data)
  await run(join(programs.postgresBin, 'initdb'), options, { cwd: place, env: programs.env, ...OWNER })

  // Drawn as late as possible: another process may take a free port.
  const [port, pastPort] = await Promise.all([freePort(), freePort()])
  const past = join(place, 'past')
  const config = join(place, 'pgbackrest.conf')
  const configText = fillTemplate('pgbackrest.conf', {
    REPO_DIR: repository,
    REPO_PASSPHRASE: 'correct horse battery staple',
    LOG_DIR: makeFolder(join(place, 'log-of-pgbackrest')),
    LOCK_DIR: makeFolder(join(place, 'lock')),
    DATA_DIR: data,
    SOCKET_DIR: place,
    POSTGRES_PORT: port,
  })
  writeFileSync(config, configText, { mode: 0o600 })
  handOver(config)
  const env = {
    ...programs.env,
    PATH: `${join(programs.pgbackrest, '..')}:${programs.postgresBin}:${programs.env.PATH}`,
    PGBACKREST_CONFIG: config,
    PGHOST: place,
    PGUSER: 'postgres',
  }
  /** The names of the document that the drill has others for. */
  const names: Record<string, string> = {
    '/etc/postgresql/15/main': settings,
    '/var/lib/postgresql/15/past': past,
    '/usr/lib/postgresql/15/bin': programs.postgresBin,
    '--port=5432': `--port=${port}`,
    '--port=5433': `--port=${pastPort}`,
  }
  const filled = (line: string): string =>
    Object.entries(names).reduce((text, [name, own]) => text.replaceAll(name, own), line)
  const url = (database: string, at = port): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${at}/${database}`

  /** Runs a command line of the document, as the user of the database. Throws with what it wrote when it fails. */
  const command = async (line: string): Promise<string> => {
    try {
      return (await run('bash', ['-o', 'pipefail', '-c', filled(line)], { cwd: place, env, ...OWNER })).stdout
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`${line}\n${stdout}${stderr}`, { cause: error })
    }
  }
  const query = async <T extends object>(sql: string, database = 'postgres', at = port): Promise<T[]> => {
    const client = new Client(url(database, at))
    await client.connect()
    try {
      return (await client.query(sql)).rows as T[]
    } finally {
      await client.end()
    }
  }

  /** Starts a server; resolves when it takes writes, which is after a recovery. */
  const startServer = async ([program = '', ...args]: readonly string[], at: number): Promise<ChildProcess> => {
    const server = startProgram({ program, args, env, folder: place })
    await waitFor('the database takes writes', START_MS, async () => {
      if (server.exitCode !== null)
        throw new Error(`PostgreSQL has ended:\n${readFileSync(join(place, 'log'), 'utf8').slice(-2_000)}`)
      const state = 'select pg_is_in_recovery() as recovers'
      const rows = await query<{ recovers: boolean }>(state, 'postgres', at).catch(() => [])
      return rows[0]?.recovers === false
    })
    return server
  }
  const stopServer = async (server: ChildProcess | null): Promise<void> => {
    server?.kill('SIGINT')
    await waitFor('PostgreSQL ends', START_MS, () => server?.exitCode !== null)
  }
  let main: ChildProcess | null = null
  const start = async (): Promise<void> => {
    main = await startServer([join(programs.postgresBin, 'postgres'), '-D', settings], port)
  }

  for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'])
    renameSync(join(data, name), join(settings, name))
  const archiveSettings = join(makeFolder(join(settings, 'conf.d')), 'archive.conf')
  cpSync(join(ROOT, 'deploy', 'postgresql-archive.conf'), archiveSettings)
  chmodSync(archiveSettings, 0o644)
  const own = [`port = ${port}`, `unix_socket_directories = '${place}'`, "include_dir = 'conf.d'"]
  own.push(
    `data_directory = '${data}'`,
    `hba_file = '${settings}/pg_hba.conf'`,
    `ident_file = '${settings}/pg_ident.conf'`,
  )
  appendFileSync(join(settings, 'postgresql.conf'), `${own.join('\n')}\n`)
  await start()

  return {
    url,
    command,
    query,
    start,
    repository,
    /** Stops PostgreSQL as systemd does; it archives the rest of its log. */
    stop: () => stopServer(main),
    /** Ends all processes of the database at once. */
    kill: () => killAll(place),
    /** Moves the data folder away, as `name`, and makes an empty one in its place. */
    putAside: (name: string): void => {
      renameSync(data, join(place, name))
      makeFolder(data, 0o700)
    },
    makeFolderOfPast: () => makeFolder(past, 0o700),
    /** Starts the server of the past by a line of the document. */
    startPast: async (line: string) => {
      const server = await startServer(filled(line).split(' '), pastPort)
      return {
        query: <T extends object>(sql: string, name: string) => query<T>(sql, name, pastPort),
        stop: () => stopServer(server),
      }
    },
  }
}
export type ArchivedDatabase = Awaited<ReturnType<typeof openArchivedDatabase>>
