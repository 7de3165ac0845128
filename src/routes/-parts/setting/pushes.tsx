import { Trans, useLingui } from '@lingui/react/macro'
import { BellRing, Check } from 'lucide-react'
import { useState } from 'react'
import { setPush, subscribePush, usePush } from '#data/push.ts'
import { useErrorText } from '#i18n/errors.ts'
import { usePushHere } from '#pwa/push.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { WaitingChip } from '#ui/tag.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './setting.module.css'

/**
 * Push notifications: whether the member wants them at all (kept and sent like any wish), and whether this phone takes
 * them. The browser asks only after a tap here.
 */
export function Pushes({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const errorText = useErrorText()
  const { on, publicKey, waiting } = usePush()
  const { here, turnOn } = usePushHere(memberId)
  const [busy, setBusy] = useState(false)
  /** What was just chosen, until this phone has it: the box must not jump back meanwhile. */
  const [chosen, choose] = useState<boolean | null>(null)
  if (chosen !== null && chosen === on) choose(null)

  const takeHere = async (): Promise<void> => {
    if (publicKey === null) return
    setBusy(true)
    const answer = await turnOn(publicKey, async (subscribed) => (await subscribePush(subscribed)).ok)
    setBusy(false)
    if (answer === 'failed')
      toast({ text: t`This phone could not be reached by pushes. Try again when you are online.` })
  }
  const wish = async (next: boolean): Promise<void> => {
    // The browser's question must stand in the same tap.
    if (next && here === 'off') void takeHere()
    choose(next)
    const kept = await setPush(next)
    if (kept.ok) return
    choose(null)
    toast({ text: errorText(kept.code) })
  }
  return (
    <section className={styles.part} aria-labelledby="pushes">
      <h2 id="pushes">
        <Trans>Push notifications</Trans>
      </h2>
      <Checkbox
        label={<Trans>Send me push notifications</Trans>}
        hint={
          <Trans>When a pass starts, six hours before it ends, and when a gift, a coupon or an answer arrives.</Trans>
        }
        checked={chosen ?? on ?? false}
        disabled={on === null}
        onChange={(event) => void wish(event.target.checked)}
      />
      {waiting && <WaitingChip state={waiting} />}
      {on && <ThisPhone here={here} busy={busy} ready={publicKey !== null} onTake={() => void takeHere()} />}
    </section>
  )
}

interface ThisPhoneProps {
  here: ReturnType<typeof usePushHere>['here']
  busy: boolean
  ready: boolean
  onTake: () => void
}

function ThisPhone({ here, busy, ready, onTake }: ThisPhoneProps) {
  switch (here) {
    case 'on':
      return (
        <p className={styles.fact}>
          <Icon of={Check} size={20} />
          <Trans>This phone takes them.</Trans>
        </p>
      )
    case 'off':
      return (
        <Button kind="outline" icon={BellRing} busy={busy} disabled={!ready} onClick={onTake}>
          <Trans>Take them on this phone</Trans>
        </Button>
      )
    case 'denied':
      return (
        <p className={styles.quiet}>
          <Trans>This browser blocks notifications of Harbor Pass. Allow them in the settings of the browser.</Trans>
        </p>
      )
    case 'install':
      return (
        <p className={styles.quiet}>
          <Trans>This phone takes them once the app is on its home screen.</Trans>
        </p>
      )
    case 'unsupported':
      return (
        <p className={styles.quiet}>
          <Trans>This browser knows no push notifications. You find everything under News.</Trans>
        </p>
      )
    case undefined:
      return null
  }
}
