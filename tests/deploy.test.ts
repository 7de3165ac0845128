import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#server/config.ts'
import { GATEWAYS } from '#server/outside/payment/registry.ts'
import { serverArguments } from '../scripts/serverArguments.ts'
import { fillTemplate } from './ha/template.ts'
import { ROOT } from './harness/documents.ts'

/** The files below `deploy/`, as far as they can be checked without Docker and systemd. */

const read = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const unit = read('harbor-pass@.service')
/** Tests start it so too, but for the size. */
const START = ['node', '--max-semi-space-size=4', ...serverArguments()]
/** Instructions of the Dockerfile with their arguments, continued lines joined. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }))
const argumentsOf = (name: string): string[] => instructions.filter((one) => one.name === name).map(({ text }) => text)
/** `COPY --from=build /app/server ./server` → `server`. */
const copied = argumentsOf('COPY').flatMap((text) => /^--from=build \/app\/(\S+)/.exec(text)?.slice(1) ?? [])

test('images have exact versions and no registry', () => {
  const images = [
    ...argumentsOf('FROM').map((text) => text.split(' ', 1)[0] ?? ''),
    ...[...compose.matchAll(/image: (\S+)/g)].map((match) => match[1] ?? ''),
  ]
  expect(images).toHaveLength(4)
  for (const image of images) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+$/)
})

test('the image has the Node of the project', () => {
  const major = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()
  for (const image of argumentsOf('FROM')) expect(image).toMatch(RegExp(`^node:${major}\\.`))
})

test('the image runs as a user without rights, tells its health, and holds no secret', () => {
  const last = instructions.findLastIndex(({ name }) => name === 'FROM')
  const final = instructions.slice(last)
  expect(final.find(({ name }) => name === 'USER')?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(final.findIndex(({ name }) => name === 'USER')).toBeLessThan(final.findIndex(({ name }) => name === 'CMD'))
  expect(final.find(({ name }) => name === 'HEALTHCHECK')?.text).toContain('/readyz')
  // A shell would get the signal to stop in place of Node.
  expect(JSON.parse(final.find(({ name }) => name === 'CMD')?.text ?? '[]')).toEqual(START)
  expect(argumentsOf('ADD')).toEqual([])
  expect([...argumentsOf('ENV'), ...argumentsOf('ARG')].join(' ')).not.toMatch(/KEY|SECRET|PASS|TOKEN/)
  const ignored = read('Dockerfile.dockerignore').split('\n')
  for (const name of ['node_modules', 'data', 'deploy/*.env', '.git']) expect(ignored).toContain(name)
})

test('the unit starts the server as the image does', () => {
  expect(/^ExecStart=\/usr\/bin\/(.+)$/m.exec(unit)?.[1]?.split(' ')).toEqual(START)
})

test('the image has each file that the server and the operators’ commands load', async () => {
  expect(copied).toContain('server')
  const folder = mkdtempSync(join(tmpdir(), 'harbor-image-'))
  try {
    for (const name of copied.filter((one) => one !== 'node_modules' && one !== 'dist'))
      cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const load = `import('./server/main.ts').then(() => process.exit(0))`
    await promisify(execFile)(process.execPath, ['--eval', load], { cwd: folder })
    const refused = await promisify(execFile)(process.execPath, ['scripts/backup.ts', 'create', 'x'], {
      cwd: folder,
    }).catch((error: { stderr: string }) => error)
    expect(refused.stderr).toContain('BACKUP_PASSPHRASE')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('servers and proxy run read-only, without capabilities, and have time to finish', () => {
  expect(compose.match(/read_only: true/g)).toHaveLength(2)
  expect(compose.match(/cap_drop: \[ALL\]/g)).toHaveLength(2)
  expect(compose.match(/<<: \*server/g)).toHaveLength(2)
  const drainS = Number(/DRAIN_MS = (\d+)_000/.exec(readFileSync(join(ROOT, 'server/main.ts'), 'utf8'))?.[1])
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(drainS)
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(drainS)
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m)
  expect(unit).toMatch(/^ProtectSystem=strict$/m)
})

test('settings that the files name exist', () => {
  const settings = new Set([...SETTING_NAMES, ...GATEWAYS.flatMap(({ settingNames }) => settingNames)])
  const server = compose.slice(0, compose.indexOf('depends_on'))
  const named = [
    ...server.matchAll(/^ {4}([A-Z_]+):/gm),
    ...read('harbor-pass.env.example').matchAll(/^([A-Z_]+)=/gm),
    ...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/([A-Z_]+)=/g),
    ...(argumentsOf('ENV')[0] ?? '').matchAll(/([A-Z_]+)=/g),
  ].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !settings.has(name))).toEqual([])
})

test('the database’s files name values that the operations document lists, and none of them is left out', () => {
  const operations = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8')
  for (const file of ['patroni.yml', 'haproxy.cfg']) {
    const names = new Set([...read(file).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name))
    expect(names.size).toBeGreaterThan(5)
    for (const name of names) expect(operations).toContain(`\`${name.replace(/_[123]$/, '_1')}\``)
    const values = Object.fromEntries([...names].map((name) => [name, 'value']))
    expect(fillTemplate(file, values)).not.toContain('${')
    const { [[...names][0] ?? '']: _, ...lacking } = values
    expect(() => fillTemplate(file, lacking)).toThrow('no value')
  }
})

test('the files of pgBackRest have the names, the stanza and the days of their document', () => {
  const document = readFileSync(join(ROOT, 'docs', 'operations', 'point-in-time.md'), 'utf8')
  const config = read('pgbackrest.conf')
  const archive = read('postgresql-archive.conf')
  const names = [...config.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) expect(document).toContain(`\`${name}\``)
  const stanza = /^\[(?!global\])(\w+)\]$/m.exec(config)?.[1]
  expect(archive).toContain(`'pgbackrest --stanza=${stanza} archive-push %p'`)
  expect(new Set(Array.from(document.matchAll(/--stanza=(\w+)/g), (match) => match[1]))).toEqual(new Set([stanza]))
  expect(document).toContain(`${/^repo1-retention-full=(\d+)$/m.exec(config)?.[1]} days`)
  expect(config).toMatch(/^repo1-retention-full-type=time$/m)
  expect(archive).toMatch(/^archive_mode = on$/m)
  expect(document).toContain(`\`archive_timeout\` (${/^archive_timeout = (\d+)$/m.exec(archive)?.[1]} s)`)
  expect(config).toMatch(/^repo1-cipher-type=aes-256-cbc$/m)
})

test('a primary keeps its lock while Patroni tries twice, and acknowledges only what a standby has', () => {
  const valueOf = (name: string): number => Number(RegExp(`^ *${name}: (\\d+)$`, 'm').exec(read('patroni.yml'))?.[1])
  expect(valueOf('loop_wait') + 2 * valueOf('retry_timeout')).toBeLessThanOrEqual(valueOf('ttl'))
  // Decision 0335: by version 3 of the API a primary that was frozen takes its lock back.
  expect(read('patroni.yml')).toMatch(/^etcd:$/m)
  // Ended by a timeout, the wait for the standby would acknowledge what the primary alone has.
  expect(read('patroni.yml')).toMatch(/^ +statement_timeout: 0$/m)
})

test('a server that stops serves on for longer than the proxy takes to notice', () => {
  const seconds = (name: string): number => Number(RegExp(`${name} (\\d+)s`).exec(read('Caddyfile'))?.[1])
  const needed = seconds('health_interval') + seconds('health_timeout') - 1
  for (const text of [/STOP_DELAY_S: '(\d+)'/.exec(compose), /STOP_DELAY_S=(\d+)/.exec(unit)])
    expect(Number(text?.[1])).toBeGreaterThan(needed)
})

test('files that the operations document and the files themselves name exist', () => {
  for (const name of ['Caddyfile', 'Dockerfile']) expect(existsSync(join(ROOT, 'deploy', name))).toBe(true)
  expect(compose).toContain('dockerfile: deploy/Dockerfile')
  expect(compose).toContain('./Caddyfile:')
  expect(globSync('deploy/*', { cwd: ROOT }).length).toBeGreaterThan(5)
})
