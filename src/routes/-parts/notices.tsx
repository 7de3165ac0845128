import { usePhoneThere } from '#data/there.ts'
import { late } from './late.tsx'
import styles from './shell.module.css'

const NoticeBanners = late(async () => (await import('./notice-banners.tsx')).NoticeBanners)
const Stuck = late(async () => (await import('./stuck.tsx')).Stuck)

/** Renders notices about network, outbox and this phone's storage. Offline is a normal state, so the tone is calm. */
export function Notices() {
  const there = usePhoneThere()
  return (
    <div className={styles.notices}>
      <div role="status" className={styles.stack}>
        {there && <NoticeBanners />}
      </div>
      {there && <Stuck />}
    </div>
  )
}
