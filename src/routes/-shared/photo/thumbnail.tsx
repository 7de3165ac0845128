import { Trans } from '@lingui/react/macro'
import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOnline } from '#data/online.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './thumbnail.module.css'

interface Props {
  id: string
  alt: string
  /** Resolves with the bytes; null when they cannot be had now. The function stays the same between renders. */
  read: (id: string) => Promise<Uint8Array<ArrayBuffer> | null>
}

/** Renders a small picture, which opens large; words in its place while it cannot be had. */
export function Thumbnail({ id, alt, read }: Props) {
  const isOnline = useOnline()
  const [url, setUrl] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  /** The browser cannot draw it, such as a file that is no picture. */
  const [isBroken, setIsBroken] = useState(false)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let isOld = false
    let created = ''
    void read(id).then((bytes) => {
      if (isOld) return
      setIsMissing(!bytes)
      if (!bytes) return
      created = URL.createObjectURL(new Blob([bytes]))
      setUrl(created)
    })
    return () => {
      isOld = true
      if (created) URL.revokeObjectURL(created)
    }
    // Asks again once the server answers.
  }, [id, read, isOnline])
  if (url === null || isBroken)
    return (
      <span className={styles.photo} role="img" aria-label={alt}>
        {isBroken && <Icon of={ImageOff} size={24} />}
        {isMissing && !isOnline && <Trans>Shown when you are online</Trans>}
      </span>
    )
  return (
    <>
      <button type="button" className={styles.photo} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <img src={url} alt={alt} onError={() => setIsBroken(true)} />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={alt}>
        <img src={url} alt="" className={styles.large} />
      </Dialog>
    </>
  )
}

/** Renders pictures side by side. `altOf` names the picture at an index. */
export function Thumbnails({
  ids,
  altOf,
  read,
}: Pick<Props, 'read'> & { ids: readonly string[]; altOf: (index: number) => string }) {
  return (
    <ul className={styles.list}>
      {ids.map((id, index) => (
        <li key={id}>
          <Thumbnail id={id} alt={altOf(index)} read={read} />
        </li>
      ))}
    </ul>
  )
}
