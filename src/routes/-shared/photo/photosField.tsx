import { Trans, useLingui } from '@lingui/react/macro'
import { Camera } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { FILE_TYPES } from '#contract/calls/file.ts'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'
import { Button } from '#ui/button.tsx'
import { FailureBanner } from '../failureBanner.tsx'
import { shrinkPicture } from './shrinkPicture.ts'
import { Thumbnail } from './thumbnail.tsx'
import styles from './thumbnail.module.css'

interface Props {
  /** Ids of the chosen pictures. */
  photos: readonly string[]
  max: number
  /** Longer edge of a picture that is added, px. */
  edgePx: number
  disabled?: boolean
  /** Why nothing can be added; takes the place of the button. */
  hint?: ReactNode
  /** A picture is being added, which the form waits for. */
  isAdding: boolean
  onAdding: (isAdding: boolean) => void
  /** Stores or uploads a picture. Called when it is chosen, before it is small enough to be sent. */
  add: (picture: Promise<Blob>) => Promise<Outcome<unknown>>
  remove: (id: string) => void
  read: (id: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Why the server refused a picture. */
  refusalOf?: (id: string) => string | undefined
}

/** Renders the photos of a form, with the buttons to add one and to remove each. */
export function PhotosField(props: Props) {
  const { photos, max, edgePx, disabled, hint, isAdding, onAdding, add, remove, read, refusalOf } = props
  const { t } = useLingui()
  const most = max
  const labelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)
  const choose = async (file: File | undefined): Promise<void> => {
    // The same picture can be chosen again after a failure.
    if (input.current) input.current.value = ''
    if (!file) return
    setFailure(null)
    onAdding(true)
    const outcome = await add(shrinkPicture(file, edgePx))
    onAdding(false)
    if (!outcome.ok) setFailure(outcome)
  }
  return (
    <div role="group" aria-labelledby={labelId} className={styles.field}>
      <b id={labelId}>
        <Trans>Photos, up to {most}</Trans>
      </b>
      <FailureBanner failure={failure} />
      {photos.length > 0 && (
        <ul className={styles.list}>
          {photos.map((id, index) => {
            const nth = index + 1
            return (
              <li key={id}>
                <Thumbnail id={id} alt={t`Your photo ${nth}`} read={read} />
                {refusalOf?.(id)}
                <Button kind="quiet" size="small" aria-label={t`Remove photo ${nth}`} onClick={() => remove(id)}>
                  <Trans>Remove</Trans>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {hint || (
        <>
          <input
            ref={input}
            type="file"
            accept={FILE_TYPES.join(',')}
            aria-label={t`Photo`}
            tabIndex={-1}
            hidden
            onChange={({ target }) => void choose(target.files?.[0])}
          />
          {photos.length < max && (
            <Button
              kind="outline"
              icon={Camera}
              busy={isAdding}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              <Trans>Add a photo</Trans>
            </Button>
          )}
        </>
      )}
    </div>
  )
}
