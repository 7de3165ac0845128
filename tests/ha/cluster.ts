import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from '../../scripts/freePort.ts'
import type { Programs } from './packages.ts'
import { killAll, OWNER, processesIn, signalAll, startProgram, waitFor } from './processes.ts'
import { fillTemplate } from './template.ts'

/** Three nodes with Patroni and PostgreSQL, one etcd and HAProxy, with the configuration of `deploy/`, on loopback. */

const ADDRESS = '127.0.0.1'
const PASSWORD = 'drill'
export const DATABASE = 'harbor'
const START_MS = 90_000
const REST_TIMEOUT_MS = 2_000

export interface Node {
  name: string
  /** Working folder of Patroni; the data folder of PostgreSQL is below it. */
  folder: string
  port: number
  restPort: number
}

export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica' | (string & {})
  state: string
  timeline?: number
}

const makeFolder = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  if (OWNER.uid !== undefined) chownSync(path, OWNER.uid, OWNER.gid)
  return path
}

const portsOf = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort))

/** Starts the cluster below `folder`; resolves when all nodes replicate. */
export const openCluster = async (folder: string, programs: Programs) => {
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...nodePorts] = await portsOf(9)
  const nodes = [0, 1, 2].map((nth): Node => ({
    name: `node-${nth + 1}`,
    folder: makeFolder(join(folder, `node-${nth + 1}`)),
    port: nodePorts[2 * nth] ?? 0,
    restPort: nodePorts[2 * nth + 1] ?? 0,
  }))
  const etcdFolder = makeFolder(join(folder, 'etcd'))
  const etcdUrl = `http://${ADDRESS}:${etcdPort}`
  const peerUrl = `http://${ADDRESS}:${peerPort}`
  const startEtcd = (): void => {
    const args = [
      '--enable-v2=true',
      '--name=etcd-1',
      `--data-dir=${join(etcdFolder, 'data')}`,
      `--initial-cluster=etcd-1=${peerUrl}`,
    ]
    args.push(`--listen-client-urls=${etcdUrl}`, `--advertise-client-urls=${etcdUrl}`)
    args.push(`--listen-peer-urls=${peerUrl}`, `--initial-advertise-peer-urls=${peerUrl}`)
    startProgram({ program: programs.etcd, args, env: programs.env, folder: etcdFolder })
  }

  for (const { name, folder: nodeFolder, port, restPort } of nodes) {
    const config = fillTemplate('patroni.yml', {
      NODE: name,
      ADDRESS,
      REST_PORT: restPort,
      ETCD_HOSTS: `${ADDRESS}:${etcdPort}`,
      POSTGRES_PORT: port,
      DATA_DIR: join(nodeFolder, 'data'),
      POSTGRES_BIN: programs.postgresBin,
      SOCKET_DIR: nodeFolder,
      SUPERUSER_PASSWORD: PASSWORD,
      REPLICATION_PASSWORD: PASSWORD,
      REWIND_PASSWORD: PASSWORD,
      NETWORK: '127.0.0.0/8',
      WATCHDOG: 'off',
    })
    writeFileSync(join(nodeFolder, 'patroni.yml'), config)
  }
  const startNode = ({ folder: nodeFolder }: Node): void => {
    const args = [programs.patroni, join(nodeFolder, 'patroni.yml')]
    startProgram({ program: 'python3', args, env: programs.env, folder: nodeFolder })
  }

  const proxyFolder = makeFolder(join(folder, 'haproxy'))
  const addresses = nodes.flatMap(({ port, restPort }, nth) => [
    [`NODE_${nth + 1}`, `${ADDRESS}:${port}`],
    [`REST_PORT_${nth + 1}`, restPort],
  ])
  const proxyConfig = fillTemplate('haproxy.cfg', {
    LISTEN: `${ADDRESS}:${proxyPort}`,
    ...Object.fromEntries(addresses),
  })
  writeFileSync(join(proxyFolder, 'haproxy.cfg'), proxyConfig)
  const startProxy = (): void => {
    const args = ['-db', '-f', join(proxyFolder, 'haproxy.cfg')]
    startProgram({ program: programs.haproxy, args, env: programs.env, folder: proxyFolder })
  }

  const rest = async (node: Node, method: string, path: string, body?: object) => {
    const response = await fetch(`http://${ADDRESS}:${node.restPort}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(method === 'GET' ? REST_TIMEOUT_MS : 30_000),
    })
    return { status: response.status, text: await response.text() }
  }
  /** Resolves to what the first node that answers says of all; none while nobody answers. */
  const members = async (): Promise<Member[]> => {
    for (const node of nodes)
      try {
        const { status, text } = await rest(node, 'GET', '/cluster')
        if (status === 200) return (JSON.parse(text) as { members: Member[] }).members
      } catch {
        // This node is down or frozen.
      }
    return []
  }
  const nodeWith = async (...roles: string[]): Promise<Node> => {
    const name = (await members()).find(({ role }) => roles.includes(role))?.name
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`no node is ${roles.join(' or ')}`)
    return node
  }
  /** Waits until there is a primary, `standbys` nodes replicate from it and one of them synchronously. Resolves to ms. */
  const settled = (standbys = 2, limitMs = START_MS): Promise<number> =>
    waitFor(`a primary and ${standbys} standbys`, limitMs, async () => {
      const all = await members()
      const leader = all.find(({ role, state }) => role === 'leader' && state === 'running')
      const following = all.filter(
        ({ role, state, timeline }) =>
          role !== 'leader' && /^(?:running|streaming)$/.test(state) && timeline === leader?.timeline,
      )
      return (
        leader !== undefined &&
        following.length === standbys &&
        (standbys === 0 || following.some(({ role }) => role === 'sync_standby'))
      )
    })

  const url = (database: string): string => `postgres://postgres:${PASSWORD}@${ADDRESS}:${proxyPort}/${database}`
  const canConnect = async (): Promise<boolean> => {
    const client = new Client({ connectionString: url('postgres'), connectionTimeoutMillis: REST_TIMEOUT_MS })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`create database ${DATABASE}`)
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const close = async (): Promise<void> => {
    signalAll(folder, 'SIGCONT')
    await killAll(folder)
  }
  try {
    startEtcd()
    await waitFor(
      'etcd is healthy',
      START_MS,
      async () => (await fetch(`${etcdUrl}/health`).catch(() => null))?.ok === true,
    )
    startProxy()
    nodes.forEach(startNode)
    await settled()
    await waitFor('the proxy leads to the primary', START_MS, canConnect)
  } catch (error) {
    const logs = nodes.map((node) => readFileSync(join(node.folder, 'log'), 'utf8').slice(-2_000))
    await close()
    throw new Error(`the cluster did not start:\n${logs.join('\n')}`, { cause: error })
  }

  return {
    /** URL of the product's database behind HAProxy. */
    databaseUrl: url(DATABASE),
    nodes,
    members,
    nodeWith,
    settled,
    startNode,
    /** Ends PostgreSQL of a node, all its processes at once; Patroni of that node goes on. */
    killPostgres: (node: Node) => signalAll(join(node.folder, 'data'), 'SIGKILL'),
    /** Ends everything on a node. */
    killNode: (node: Node) => killAll(node.folder),
    freeze: (node: Node) => signalAll(node.folder, 'SIGSTOP'),
    thaw: (node: Node) => signalAll(node.folder, 'SIGCONT'),
    switchover: async (from: Node, to: Node): Promise<void> => {
      const { status, text } = await rest(from, 'POST', '/switchover', { leader: from.name, candidate: to.name })
      if (status !== 200) throw new Error(`the switchover failed: ${status} ${text}`)
    },
    /** Changes settings of the cluster; resolves when the server of Patroni has stored them. */
    configure: async (settings: Record<string, boolean>): Promise<void> => {
      const { status, text } = await rest(await nodeWith('leader'), 'PATCH', '/config', settings)
      if (status !== 200) throw new Error(`the configuration was refused: ${status} ${text}`)
    },
    killEtcd: () => killAll(etcdFolder),
    startEtcd,
    close,
    isDown: (node: Node) => processesIn(node.folder).length === 0,
  }
}
export type Cluster = Awaited<ReturnType<typeof openCluster>>
