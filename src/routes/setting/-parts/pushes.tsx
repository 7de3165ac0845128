import { Trans, useLingui } from '@lingui/react/macro'
import { BellRing, Check } from 'lucide-react'
import { useState } from 'react'
import { setPush, subscribePush, usePush, usePushOwner } from '#data/push.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { usePushState } from '#pwa/push.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { WaitingChip } from '#ui/tag.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './setting.module.css'

/**
 * Renders the push settings: whether the member wants pushes (an action of the outbox), and whether this phone is
 * subscribed. The browser asks for permission only after a tap here.
 */
export function Pushes() {
  const { t } = useLingui()
  const toast = useToast()
  const errorText = useErrorText()
  const { on, publicKey, waiting } = usePush()
  const { state, turnOn } = usePushState(usePushOwner())
  const [busy, setBusy] = useState(false)
  /** The new choice until `usePush` returns it, so that the checkbox does not flicker. */
  const [chosen, choose] = useState<boolean | null>(null)
  if (chosen !== null && chosen === on) choose(null)

  const subscribeThisPhone = async (): Promise<void> => {
    if (publicKey === null) return
    setBusy(true)
    const answer = await turnOn(publicKey, async (subscribed) => (await subscribePush(subscribed)).ok)
    setBusy(false)
    if (answer === 'failed')
      toast({
        text: t`Push notifications could not be turned on for this device. Check your connection and try again.`,
      })
  }
  const wish = async (next: boolean): Promise<void> => {
    // The permission prompt needs the user gesture of this tap.
    if (next && state === 'off') void subscribeThisPhone()
    choose(next)
    const outcome = await setPush(next)
    if (outcome.ok) return
    choose(null)
    toast({ text: errorText(outcome) })
  }
  return (
    <section className={styles.part} aria-labelledby="pushes">
      <h2 id="pushes">
        <Trans>Push notifications</Trans>
      </h2>
      <Checkbox
        label={<Trans>Send me push notifications</Trans>}
        hint={
          <Trans>
            For example, when a pass is activated, six hours before it expires, or when you receive a gift or an answer
            to an inquiry.
          </Trans>
        }
        checked={chosen ?? on ?? false}
        disabled={on === null}
        onChange={(event) => void wish(event.target.checked)}
      />
      {waiting && <WaitingChip state={waiting} />}
      {on && (
        <ThisPhone
          subscription={state}
          busy={busy}
          ready={publicKey !== null}
          onTake={() => void subscribeThisPhone()}
        />
      )}
    </section>
  )
}

interface ThisPhoneProps {
  subscription: ReturnType<typeof usePushState>['state']
  busy: boolean
  ready: boolean
  onTake: () => void
}

function ThisPhone({ subscription, busy, ready, onTake }: ThisPhoneProps) {
  switch (subscription) {
    case 'on':
      return (
        <p className={styles.fact}>
          <Icon of={Check} size={20} />
          <Trans>Notifications are on for this device.</Trans>
        </p>
      )
    case 'off':
      return (
        <Button kind="outline" icon={BellRing} busy={busy} disabled={!ready} onClick={onTake}>
          <Trans>Receive notifications on this device</Trans>
        </Button>
      )
    case 'denied':
      return (
        <p className={styles.quiet}>
          <Trans>Notifications from Harbor Pass are blocked. Allow them in your device or browser settings.</Trans>
        </p>
      )
    case 'install':
      return (
        <p className={styles.quiet}>
          <Trans>Add the app to your home screen to receive notifications on this device.</Trans>
        </p>
      )
    case 'unsupported':
      return (
        <p className={styles.quiet}>
          <Trans>This browser does not support push notifications. You will find all notifications in News.</Trans>
        </p>
      )
    case undefined:
      return null
  }
}
