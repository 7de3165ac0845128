import { useRuntimeReady } from '#data/runtimeReady.ts'
import { lazyPart } from '../-shared/lazyPart.tsx'
import styles from './shell.module.css'

const NoticeBanners = lazyPart(async () => (await import('./noticeBanners.tsx')).NoticeBanners)
const FrameEffects = lazyPart(async () => (await import('./frameEffects.tsx')).FrameEffects)
const UnsentBanner = lazyPart(async () => (await import('./unsentBanner.tsx')).UnsentBanner)

/**
 * Renders notices about the outbox and this phone's storage, and announces a missing connection, which a line or an icon
 * shows (`OfflineLine`, `ConnectionIcon`).
 */
export function Notices() {
  const isReady = useRuntimeReady()
  return (
    <>
      <div role="status" className="visually-hidden">
        {isReady && <FrameEffects />}
      </div>
      <div className={styles.notices}>
        <div role="status" className={styles.stack}>
          {isReady && <NoticeBanners />}
        </div>
        {isReady && <UnsentBanner />}
      </div>
    </>
  )
}
