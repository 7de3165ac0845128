import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Clock, Mail } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Inquiry } from '#contract/calls/inquiry.ts'
import { useInquiries, type QueuedInquiry } from '#data/inquiry.ts'
import { readSentPhoto, readUnsentPhoto, removeInquiryPhoto, useInquiryPhotos } from '#data/inquiryPhotos.ts'
import { useOnline } from '#data/online.ts'
import { useOutbox } from '#data/outbox.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Tag, WaitingChip } from '#ui/tag.tsx'
import { DataAge } from '../dataAge.tsx'
import { Thumbnail, Thumbnails } from '../photo/thumbnail.tsx'
import photo from '../photo/thumbnail.module.css'
import styles from './inquiry.module.css'

/** Renders the inquiries of this phone: queued, unanswered and answered. */
export function InquiryList() {
  const { t } = useLingui()
  const { status, list, at } = useInquiries()
  const online = useOnline()
  const { state } = useSession()
  return (
    <>
      {status === 'loading' && list.length === 0 ? (
        <>
          <LoadingLine label={t`Loading your inquiries`} />
          <Skeleton height="6rem" />
        </>
      ) : status === 'failed' && list.length === 0 ? (
        <ErrorState
          title={<Trans>Could not load your inquiries</Trans>}
          text={
            <Trans>Your inquiries will appear here once the app can reach our server. Check your connection.</Trans>
          }
        />
      ) : list.length === 0 ? (
        <EmptyState
          scene={<Scene name="harbour" crop={[0, 30, 400, 220]} />}
          title={<Trans>No inquiries to show</Trans>}
          text={
            state === 'member' ? (
              <Trans>Inquiries that you send while signed in appear here, with our answers.</Trans>
            ) : (
              <Trans>
                Inquiries that you send from this device without signing in appear here. Sign in to see those from your
                account, with our answers.
              </Trans>
            )
          }
        />
      ) : (
        <ol className={styles.list}>
          {list.map((inquiry) => (
            <li key={inquiry.id}>
              {inquiry.state === 'queued' ? (
                <Queued inquiry={inquiry} />
              ) : (
                <Sent inquiry={inquiry} isMember={state === 'member'} />
              )}
            </li>
          ))}
        </ol>
      )}
      {!online && at !== null && <DataAge at={at} />}
    </>
  )
}

/** Renders a sent inquiry. A guest's has no state here: its answer goes to the mailbox. */
function Sent({ inquiry, isMember }: { inquiry: Inquiry; isMember: boolean }) {
  const { date } = useFormat()
  const altOf = usePhotoName()
  const { id, answer, number: label, files = [] } = inquiry
  const read = useCallback((fileUid: string) => readSentPhoto(id, fileUid), [id])
  return (
    <article className={styles.item}>
      <p className={styles.head}>
        <strong>{label}</strong>
        <span>{date(inquiry.writtenAt, 'long')}</span>
        {inquiry.state === 'answered' ? (
          <Tag tone="kelp" icon={Check}>
            <Trans>Answered</Trans>
          </Tag>
        ) : isMember ? (
          <Tag tone="harbour" icon={Clock}>
            <Trans>Waiting</Trans>
          </Tag>
        ) : (
          <Tag tone="harbour" icon={Mail}>
            <Trans>We answer by email</Trans>
          </Tag>
        )}
      </p>
      <p className={styles.content}>{inquiry.content}</p>
      {files.length > 0 && <Thumbnails ids={files} altOf={altOf} read={read} />}
      {answer && (
        <div className={styles.answer}>
          <p className={styles.head}>
            <strong>
              <Trans>Our answer</Trans>
            </strong>
            <span>{date(answer.at, 'long')}</span>
          </p>
          <p className={styles.content}>{answer.content}</p>
        </div>
      )}
    </article>
  )
}

/** Returns a function that names the photo at an index for people who do not see it. */
const usePhotoName = (): ((index: number) => string) => {
  const { t } = useLingui()
  return (index) => {
    const nth = index + 1
    return t`Your photo ${nth}`
  }
}

/** What the server refuses a photo with. */
const PHOTO_CODES: ReadonlySet<string> = new Set(['E_FILE_TYPE', 'E_FILE_PIXELS', 'E_FILE_BROKEN', 'E_TOO_LARGE'])

function Queued({ inquiry }: { inquiry: QueuedInquiry }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const errorText = useErrorText()
  const { refused, discard, sendAnyway } = useOutbox()
  const photos = useInquiryPhotos(inquiry.id)
  const photoName = usePhotoName()
  const [open, setOpen] = useState(false)
  const why = refused.find(({ id }) => id === inquiry.id)
  const hasPhotos = photos.length > 0 || PHOTO_CODES.has(why?.code ?? '')
  return (
    <article className={styles.item}>
      <p className={styles.head}>
        <span>{date(inquiry.writtenAt, 'long')}</span>
        {inquiry.asks ? (
          <WaitingChip state="refused" to="/myPage/outbox" />
        ) : (
          <WaitingChip state={inquiry.waiting} onExplain={() => setOpen(true)} />
        )}
      </p>
      <p className={styles.content}>{inquiry.content}</p>
      {photos.length > 0 && <Thumbnails ids={photos.map(({ id }) => id)} altOf={photoName} read={readUnsentPhoto} />}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`This inquiry was not sent`}
        actions={
          <>
            <Button kind="outline" onClick={() => setOpen(false)}>
              <Trans>Close</Trans>
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                setOpen(false)
                void discard(inquiry.id)
              }}
            >
              <Trans>Remove</Trans>
            </Button>
            {hasPhotos && (
              <Button
                disabled={photos.some((each) => each.refused !== null)}
                onClick={() => {
                  setOpen(false)
                  void sendAnyway(inquiry.id)
                }}
              >
                <Trans>Send again</Trans>
              </Button>
            )}
          </>
        }
      >
        <p>{errorText(why?.code ?? 'UNKNOWN')}</p>
        {hasPhotos ? (
          <>
            <p>
              <Trans>
                What you wrote is kept here. Remove any photo that cannot be sent, then send the inquiry again.
              </Trans>
            </p>
            <div className={photo.field}>
              <ul className={photo.list}>
                {photos.map(({ id, refused: code }, index) => {
                  const nth = index + 1
                  return (
                    <li key={id}>
                      <Thumbnail id={id} alt={photoName(index)} read={readUnsentPhoto} />
                      {code !== null && (
                        <Tag tone="red">
                          <Trans>Cannot be sent</Trans>
                        </Tag>
                      )}
                      <Button
                        kind="quiet"
                        size="small"
                        aria-label={t`Remove photo ${nth}`}
                        onClick={() => void removeInquiryPhoto(id)}
                      >
                        <Trans>Remove</Trans>
                      </Button>
                    </li>
                  )
                })}
              </ul>
            </div>
          </>
        ) : (
          <p>
            <Trans>What you wrote is kept here. Copy it into a new inquiry, or remove this one.</Trans>
          </p>
        )}
      </Dialog>
    </article>
  )
}
