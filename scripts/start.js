/**
 * `npm start`: starts the server, or says in one sentence why it cannot. Plain JavaScript, because older versions of
 * Node do not read the TypeScript of the server.
 */

const NODE_MAJOR = 24
const [major = 0] = process.versions.node.split('.').map(Number)
if (major >= NODE_MAJOR) {
  await import('../server/db/drizzleImports.js')
  await import('./start.ts')
} else {
  process.stderr.write(
    `Harbor Pass runs on Node ${NODE_MAJOR}, and this is ${process.versions.node}: run \`npm install\`, which installs it among the development dependencies, or install Node ${NODE_MAJOR}.\n`,
  )
  process.exitCode = 1
}
