import { useEffect, useState } from 'react'
import { readReviewPhoto } from '#data/reviews.ts'
import styles from './reviewPhoto.module.css'

/** Renders a picture of a review; its place stays empty until it is there. */
export function ReviewPhoto({ id, alt }: { id: string; alt: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let isOld = false
    let created = ''
    void readReviewPhoto(id).then((bytes) => {
      if (isOld || !bytes) return
      created = URL.createObjectURL(new Blob([bytes], { type: 'image/webp' }))
      setUrl(created)
    })
    return () => {
      isOld = true
      if (created) URL.revokeObjectURL(created)
    }
  }, [id])
  return <span className={styles.photo}>{url !== null && <img src={url} alt={alt} />}</span>
}
