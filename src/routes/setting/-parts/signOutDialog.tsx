import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isLive } from '#contract/rules/passState.ts'
import { useMirroredPasses } from '#data/myPass.ts'
import { useOutbox } from '#data/outbox.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useSession } from '#data/session.ts'
import { signOut, type SignOut } from '#data/signIn.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { markPush } from '#pwa/push.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './setting.module.css'

type Queue = NonNullable<SignOut['keepQueue']>

/**
 * Renders the sign-out dialog: signing out removes the passes from this device. With queued actions it asks what
 * becomes of them (S7).
 */
export function SignOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { state } = useSession()
  const { waiting, stuck } = useOutbox().ofMember
  const count = waiting + stuck
  // The list does not say on which device a copy was added.
  const mayHaveCopies = useMirroredPasses().list.some(
    (pass) => isLive(pass.state) && pass.wallets?.some(({ addedAt }) => addedAt !== null),
  )
  // Only a member's session can send.
  const canSend = state === 'member'
  const [choice, choose] = useState<Queue>('keep')
  const queue = choice === 'send' && !canSend ? 'keep' : choice
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<FailedOutcome>()

  const leave = async (): Promise<void> => {
    setBusy(true)
    const outcome = await signOut({ keepQueue: queue })
    setBusy(false)
    if (!outcome.ok) return setFailed(outcome)
    markPush(null)
    onClose()
    await navigate({ to: '/home' })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Sign out?</Trans>}
      actions={
        <>
          <Button kind="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={busy} onClick={() => void leave()}>
            <Trans>Sign out</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.part}>
        <p>
          <Trans>
            Your passes will be removed from this device. To get them back, sign in again while you are online.
          </Trans>
        </p>
        {mayHaveCopies && (
          <p>
            <Trans>Copies that you added to wallet apps on this device will stop working.</Trans>
          </p>
        )}
        {count > 0 && (
          <Choice
            label={<Plural value={count} one="# action has not been sent" other="# actions have not been sent" />}
            value={queue}
            onChange={choose}
            options={[
              ...(canSend ? [{ value: 'send' as const, label: t`Send now` }] : []),
              { value: 'keep', label: t`Keep until I sign in again` },
              { value: 'discard', label: t`Discard` },
            ]}
          />
        )}
        {failed && (
          <Banner
            tone="red"
            role="alert"
            action={
              stuck > 0 && (
                <LinkButton to="/myPage/outbox" kind="quiet" size="small" onClick={onClose}>
                  <Trans>See why</Trans>
                </LinkButton>
              )
            }
          >
            {/* The server has answered with refusals: a retry would not help. */}
            {failed.code === 'OFFLINE' && waiting === 0 && stuck > 0
              ? t`Some actions could not be sent. Keep them until you sign in again, or discard them.`
              : errorText(failed)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
