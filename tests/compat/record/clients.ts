import { replaceRuntime } from '#data/runtime.ts'
import { signIn } from '#data/signIn.ts'
import type { TestClock } from '../../harness/clock.ts'
import { decodeDrawnCode } from '../../harness/drawnCode.ts'
import type { App } from '../../harness/factories.ts'
import { createNetwork } from '../../harness/network.ts'
import { createBrowser, waitUntil } from '../../harness/tabs.ts'
import { waitForFirstPulls, rowsOf } from '../../offline/setup.ts'
import { handlerOf } from '../../offline/server/phones.ts'
import type { Story } from './story.ts'

/** Opens a tab in a new browser and records its requests. */
export const openClient = async (app: App, clock: TestClock, story: Story, by: string, calls?: readonly string[]) => {
  const network = createNetwork(story.follow(handlerOf(app), by, calls))
  const tab = await createBrowser({ network, clock }).tab()
  const as = <T>(act: () => Promise<T>): Promise<T> => {
    replaceRuntime(tab.runtime)
    return act()
  }
  return {
    tab,
    network,
    as,
    enter: async ({ email, password }: { email: string; password: string }) => {
      const answer = await as(() => signIn({ id: email, password, keep: true, rememberId: false }))
      if (!answer.ok) throw new Error(`not signed in: ${answer.code}`)
      await waitForFirstPulls(tab)
      await waitUntil(() => network.underWay() === 0, 'a client at rest')
    },
    /** Resolves when the outbox is empty. */
    drain: () =>
      waitUntil(async () => {
        if (network.underWay() > 0) return false
        clock.advance(1_000)
        return (await rowsOf(tab)).length === 0
      }, 'an empty outbox'),
    /** Returns the text of the live code that this phone shows. */
    code: async (passUid: string): Promise<string> => {
      let text: string | undefined
      const stop = tab.runtime.codes.present(passUid, (code) => {
        if (code?.live) text = decodeDrawnCode(code)
      })
      await waitUntil(() => text !== undefined, 'a live code')
      stop()
      return text ?? ''
    },
  }
}
