import { claim, orSentence, run } from '#server/main.ts'

/** The server on the build in the folder that is named: a deployment to be changed. */
await orSentence(() => run(claim(), process.argv[2]))
