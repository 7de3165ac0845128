import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { claimPort, orSentence, run } from '#server/main.ts'
import { isBuilt } from './build/stamp.ts'

const BUILD = join(import.meta.dirname, 'build', 'build.ts')

/** In a process of its own: what the bundler holds is given back before the server starts. */
const build = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BUILD], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`the build ended with ${code}`))))
  })

await orSentence(async () => {
  const config = await claimPort()
  if (!(await isBuilt())) {
    console.log('Building the application; this is done once.')
    await build()
  }
  await run(config)
})
