import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { claimPort, runOrExplain, run } from '#server/main.ts'
import { ConfigError } from '#server/settings.ts'
import { isBuilt } from './build/stamp.ts'
import { canBuild } from './build/tools.ts'

const BUILD = join(import.meta.dirname, 'build', 'build.ts')

/** Builds in a child process, so that the bundler's memory is free before the server starts. */
const build = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BUILD], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`the build ended with ${code}`))))
  })

await runOrExplain(async () => {
  const config = await claimPort()
  if (!(await isBuilt())) {
    if (!canBuild())
      throw new ConfigError(
        'The application is not built, and what builds it are development dependencies: run `npm install` without `--omit=dev`, or copy the folder `dist` of a build of the same sources.',
      )
    console.log('Building the application; this is done once.')
    await build()
  }
  await run(config)
})
