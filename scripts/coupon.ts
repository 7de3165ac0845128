import { callServer, runCommand, OperatorError } from './operator.ts'

/** Gives a coupon to a member: `npm run coupon:give -- <issue> <email>`. The server must be running. */

await runCommand({
  give: async (issue, email) => {
    if (!issue || !email) throw new OperatorError('Which? npm run coupon:give -- <issue> <email>')
    const path = `/coupons/${encodeURIComponent(issue)}`
    const { name, number } = await callServer<{ name: string; number: string }>('POST', path, email)
    return `${name}: ${number}`
  },
})
