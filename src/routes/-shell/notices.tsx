import { useRuntimeReady } from '#data/runtimeReady.ts'
import { lazyPart } from '../-shared/lazyPart.tsx'
import styles from './shell.module.css'

const NoticeBanners = lazyPart(async () => (await import('./noticeBanners.tsx')).NoticeBanners)
const UnsentBanner = lazyPart(async () => (await import('./unsentBanner.tsx')).UnsentBanner)

/** Renders notices about network, outbox and this phone's storage. Offline is a normal state, so the tone is calm. */
export function Notices() {
  const isReady = useRuntimeReady()
  return (
    <div className={styles.notices}>
      <div role="status" className={styles.stack}>
        {isReady && <NoticeBanners />}
      </div>
      {isReady && <UnsentBanner />}
    </div>
  )
}
