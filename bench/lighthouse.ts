import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { CHROME, dropProfile, FLAGS, newProfile } from './browser.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns the scores of one page, 0–100, in the order of `CATEGORIES`, and the audits that cost points. */
export const score = async (url: string): Promise<{ scores: number[]; failed: string[] }> => {
  const profile = newProfile()
  const browser = spawn(CHROME, [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  })
  try {
    let port = 0
    for (let wait = 0; wait < 100 && port === 0; wait += 1) {
      await sleep(100)
      try {
        port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
      } catch {
        // The browser has not written the file yet.
      }
    }
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: CATEGORIES })
    if (!result) throw new Error(`no result for ${url}`)
    const { categories, audits } = result.lhr
    const failed = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    )
    return { scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)), failed }
  } finally {
    const gone = new Promise((resolve) => browser.once('exit', resolve))
    browser.kill()
    await gone
    dropProfile(profile)
  }
}
