import { useRuntimeReady } from '#data/there.ts'
import { lazyPart } from './late.tsx'
import styles from './shell.module.css'

const NoticeBanners = lazyPart(async () => (await import('./notice-banners.tsx')).NoticeBanners)
const UnsentBanner = lazyPart(async () => (await import('./stuck.tsx')).UnsentBanner)

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
