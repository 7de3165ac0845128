import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../harness/process.ts'

/** Debian's packages of the database cluster, downloaded once and unpacked into a folder. Nothing is installed or started. */

const run = promisify(execFile)

/** Downloaded packages stay here between runs. */
const ARCHIVES = join(ROOT, '.build', 'ha')
/** Written last, with the names that were asked for: a download that was cut off, or of other packages, is repeated. */
const COMPLETE = join(ARCHIVES, 'complete')

const NAMES = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'caddy', 'pgbackrest']
/** Dependencies that no drill uses and that are large. */
const UNUSED = /^(?:libllvm|libz3-|ssl-cert$|locales|libnss3)/

/** Resolves to the names of the server and its tools in this release of Debian, such as `postgresql-15`. */
const postgresNames = async (): Promise<string[]> => {
  const { stdout } = await run('apt-cache', ['depends', 'postgresql'])
  const name = /Depends: (postgresql-(\d+))/.exec(stdout)
  if (!name?.[1]) throw new Error('no PostgreSQL')
  return [name[1], `postgresql-client-${name[2]}`]
}

const download = async (): Promise<void> => {
  const wanted = [...NAMES, ...(await postgresNames())]
  const { stdout } = await run('apt-get', ['install', '--simulate', '--no-install-recommends', '--yes', ...wanted])
  const dependencies = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
  const names = new Set([...wanted, ...dependencies.filter((name) => !UNUSED.test(name))])
  mkdirSync(ARCHIVES, { recursive: true })
  await run('apt-get', ['download', ...names], { cwd: ARCHIVES })
  writeFileSync(COMPLETE, NAMES.join(' '))
}

const isComplete = (): boolean => existsSync(COMPLETE) && readFileSync(COMPLETE, 'utf8') === NAMES.join(' ')

/** Resolves to why the packages cannot be had on this machine, as one sentence; null when they are downloaded. */
export const fetchPackages = async (): Promise<string | null> => {
  if (process.platform !== 'linux') return 'The drills of the database cluster run on Linux only.'
  if (isComplete()) return null
  for (const command of ['apt-get', 'apt-cache', 'dpkg', 'python3'])
    if (!process.env.PATH?.split(':').some((folder) => existsSync(join(folder, command))))
      return `The drills of the database cluster need Debian's packages, and this machine has no ${command}.`
  try {
    await download().catch(async (error: unknown) => {
      // A new machine has no lists of packages yet; only root can fetch them.
      if (process.getuid?.() !== 0) throw error
      await run('apt-get', ['update', '--quiet'])
      await download()
    })
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').findLast((line) => line.startsWith('E:')) : null
    return `Debian's packages of Patroni, etcd, HAProxy, Caddy, pgBackRest and PostgreSQL could not be downloaded (${reason ?? 'apt-get failed'}).`
  }
}

/** Programs of the unpacked packages, with the environment that they need. */
export interface Programs {
  patroni: string
  etcd: string
  haproxy: string
  caddy: string
  pgbackrest: string
  /** Folder of PostgreSQL's programs. */
  postgresBin: string
  env: Record<string, string>
}

/** Unpacks the downloaded packages into `folder`, which every user can read. */
export const unpackPackages = async (folder: string): Promise<Programs> => {
  for (const name of readdirSync(ARCHIVES).filter((file) => file.endsWith('.deb')))
    await run('dpkg', ['-x', join(ARCHIVES, name), folder])
  const [postgresBin = ''] = globSync(join(folder, 'usr/lib/postgresql/*/bin'))
  return {
    patroni: join(folder, 'usr/bin/patroni'),
    etcd: join(folder, 'usr/bin/etcd'),
    haproxy: join(folder, 'usr/sbin/haproxy'),
    caddy: join(folder, 'usr/bin/caddy'),
    pgbackrest: join(folder, 'usr/bin/pgbackrest'),
    postgresBin,
    env: {
      PATH: process.env.PATH ?? '',
      PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: globSync(join(folder, '{usr/,}lib/*-linux-gnu*')).join(':'),
      LC_ALL: 'C.UTF-8',
    },
  }
}
