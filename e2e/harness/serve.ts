import { claim, runOrExplain, run } from '#server/main.ts'

/** Runs the server on the build in the folder that the first argument names. */
await runOrExplain(() => run(claim(), process.argv[2]))
