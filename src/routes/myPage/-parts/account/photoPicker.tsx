import { Trans, useLingui } from '@lingui/react/macro'
import { Camera, Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { FILE_TYPES } from '#contract/calls/file.ts'
import { changePhoto, updateMyInfo, type MyInfo } from '#data/myInfo.ts'
import type { FailedOutcome, Outcome } from '#data/outcome.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { Photo } from '../../../-shared/photo/photo.tsx'
import { shrinkPicture } from '../../../-shared/photo/shrinkPicture.ts'
import styles from './account.module.css'

/** Renders the member's photo with the buttons to choose another one and to remove it. */
export function PhotoPicker({ myInfo, isOnline }: { myInfo: MyInfo; isOnline: boolean }) {
  const { t } = useLingui()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<'choose' | 'remove' | null>(null)
  const [failure, setFailure] = useState<FailedOutcome | null>(null)

  const run = async (action: 'choose' | 'remove', act: () => Promise<Outcome<MyInfo>>) => {
    setFailure(null)
    setBusy(action)
    const outcome = await act()
    setBusy(null)
    if (outcome.ok) toast({ text: t`Changes have been saved.`, icon: Check })
    else setFailure(outcome)
  }
  const choose = (file: File | undefined) => {
    if (file) void run('choose', async () => changePhoto(await shrinkPicture(file)))
    // The same picture can be chosen again after a failure.
    if (input.current) input.current.value = ''
  }
  return (
    <section className={styles.section} aria-labelledby="info-photo">
      <h2 id="info-photo">
        <Trans>Photo</Trans>
      </h2>
      <FailureBanner failure={failure} />
      <div className={styles.photo}>
        <Photo id={myInfo.photo} name={myInfo.engNm} large />
        <div className={styles.buttons}>
          <input
            ref={input}
            type="file"
            accept={FILE_TYPES.join(',')}
            aria-label={t`Photo`}
            tabIndex={-1}
            hidden
            onChange={(event) => choose(event.target.files?.[0])}
          />
          <Button
            kind="outline"
            icon={Camera}
            busy={busy === 'choose'}
            disabled={!isOnline}
            onClick={() => input.current?.click()}
          >
            {myInfo.photo === null ? <Trans>Choose a photo</Trans> : <Trans>Choose another photo</Trans>}
          </Button>
          {myInfo.photo !== null && (
            <Button
              kind="quiet"
              busy={busy === 'remove'}
              disabled={!isOnline}
              onClick={() => void run('remove', () => updateMyInfo({ photo: null }))}
            >
              <Trans>Remove photo</Trans>
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
