import { expect, type Page } from '@playwright/test'

/**
 * Returns a function that stops every service worker of the browser, as a browser does with an idle one, and fails if
 * none runs. The command alone answers before the workers have ended, and Chromium aborts a navigation that reaches a
 * worker while it ends; so the function waits until each has been reported as stopped. A page that needs its worker
 * starts it again at once.
 */
export const workerStopper = async (page: Page): Promise<() => Promise<void>> => {
  const chromium = await page.context().newCDPSession(page)
  const running = new Set<string>()
  const ending = new Set<string>()
  chromium.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions)
      if (runningStatus === 'stopped') {
        running.delete(versionId)
        ending.delete(versionId)
      } else running.add(versionId)
  })
  await chromium.send('ServiceWorker.enable')
  return async () => {
    // Reported a moment after they start: before that there would be nothing to wait for.
    await expect.poll(() => running.size, 'workers that run').toBeGreaterThan(0)
    for (const version of running) ending.add(version)
    await chromium.send('ServiceWorker.stopAllWorkers')
    await expect.poll(() => ending.size, 'workers that have not ended').toBe(0)
  }
}
