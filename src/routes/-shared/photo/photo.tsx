import { useEffect, useState } from 'react'
import { readPhoto } from '#data/myInfo.ts'
import { cx } from '#ui/cx.ts'
import styles from './photo.module.css'

interface Props {
  /** Id of the photo; null without one. */
  id: string | null
  /** Shown in its first letter while there is no photo. */
  name: string
  large?: boolean
}

/** Renders the member's photo, or the first letter of the name. Decorative: the name stands beside it. */
export function Photo({ id, name, large = false }: Props) {
  const [picture, setPicture] = useState<{ id: string; url: string } | null>(null)
  useEffect(() => {
    if (id === null) return
    let isLeft = false
    let url = ''
    void readPhoto(id).then((bytes) => {
      if (isLeft || !bytes) return
      url = URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }))
      setPicture({ id, url })
    })
    return () => {
      isLeft = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [id])
  return (
    <span className={cx(styles.photo, large && styles.large)} aria-hidden>
      {picture && picture.id === id ? <img src={picture.url} alt="" /> : name.slice(0, 1)}
    </span>
  )
}
