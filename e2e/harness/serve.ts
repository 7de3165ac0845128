import { claim, orSentence, run } from '#server/main.ts'

/** Runs the server on the build in the folder that the first argument names. */
await orSentence(() => run(claim(), process.argv[2]))
