import { useState } from 'react'
import { useOnline } from '#data/online.ts'
import { useOutbox } from '#data/outbox.ts'
import { useStorage } from '#data/storage.ts'
import { late } from './late.tsx'
import styles from './shell.module.css'

const NoticeBanners = late(async () => (await import('./notice-banners.tsx')).NoticeBanners)
const Stuck = late(async () => (await import('./stuck.tsx')).Stuck)

/** What every screen says of the network, the queue and this phone's storage. Offline is normal, so it is calm. */
export function Notices() {
  const online = useOnline()
  const { waiting, refused, asking } = useOutbox()
  const storage = useStorage()
  const stuck = refused.length + asking.length
  // The dialog outlives the last of them, so that it can say so.
  const [wasStuck, setWasStuck] = useState(false)
  if (stuck > 0 && !wasStuck) setWasStuck(true)
  const saying = !online || waiting > 0 || storage.state !== 'ok' || storage.evicted
  return (
    <div className={styles.notices}>
      <div role="status" className={styles.stack}>
        {saying && <NoticeBanners online={online} waiting={waiting} storage={storage} />}
      </div>
      {wasStuck && <Stuck stuck={stuck} />}
    </div>
  )
}
