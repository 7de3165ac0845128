import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '#data/clock.ts'
import { useConnection } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { listSignedInDevices, signOutDevice, type SignedInDevice } from '#data/signedInDevices.ts'
import { signOutOthers } from '#data/signIn.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { useToast } from '#ui/useToast.ts'
import { ConfirmDialog } from '../../-shared/confirmDialog.tsx'
import { FailureBanner } from '../../-shared/failureBanner.tsx'
import { useAnswer } from '../../-shared/useAnswer.ts'
import { useDeviceName } from '../../-shared/useDeviceName.ts'
import styles from './setting.module.css'

/** What the dialog asks about: one device, all but this one, or nothing. */
type Target = SignedInDevice | 'others' | null

const PHONE_SYSTEMS = new Set(['iPhone', 'iPad', 'Android'])

/**
 * Renders the devices where the member is signed in, with buttons that sign the others out (decision 0306). The list is
 * not stored, so it needs a connection.
 */
export function DevicesSection() {
  const { t } = useLingui()
  const toast = useToast()
  const nameOf = useDeviceName()
  const isOnline = useConnection() === 'online'
  const { answer: devices, failure, busy, reload } = useAnswer(listSignedInDevices)
  const [target, setTarget] = useState<Target>(null)
  const [isEnding, setEnding] = useState(false)
  const [refused, setRefused] = useState<FailedOutcome | null>(null)

  const targetName = target === null || target === 'others' ? '' : nameOf(target.names)

  const open = (next: Target): void => {
    setRefused(null)
    setTarget(next)
  }
  const signOut = async (): Promise<void> => {
    if (target === null) return
    setEnding(true)
    const outcome = target === 'others' ? await signOutOthers() : await signOutDevice(target.id)
    setEnding(false)
    if (!outcome.ok) return setRefused(outcome)
    toast({
      text:
        target === 'others'
          ? t`All other devices have been signed out. Passes set up on them and all copies in wallet apps no longer work.`
          : t`${targetName} has been signed out.`,
    })
    open(null)
    reload()
  }
  const needsConnection = !isOnline || failure?.code === 'OFFLINE'
  return (
    <section className={styles.part} aria-labelledby="devices">
      <h2 id="devices">
        <Trans>Where you are signed in</Trans>
      </h2>
      {devices && (
        <ul className={styles.devices}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              name={nameOf(device.names)}
              disabled={!isOnline}
              onEnd={() => open(device)}
            />
          ))}
        </ul>
      )}
      {!devices && busy && !needsConnection && (
        <>
          <LoadingLine label={t`Loading your devices`} />
          <Skeleton height="4.5rem" />
        </>
      )}
      {/* It also stands online, so that neither the list nor a lost connection moves the buttons below. */}
      {(devices || busy || needsConnection) && (
        <p className={styles.quiet}>
          <Trans>You need a connection to see where you are signed in and to sign devices out.</Trans>
        </p>
      )}
      {!needsConnection && <FailureBanner failure={failure} busy={busy} onRetry={reload} />}
      {devices && devices.length > 1 && (
        <Button kind="outline" icon={LogOut} disabled={!isOnline} onClick={() => open('others')}>
          <Trans>Sign out all other devices</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={target !== null}
        onClose={() => open(null)}
        title={target === null || target === 'others' ? t`Sign out all other devices?` : t`Sign out ${targetName}?`}
        confirmLabel={<Trans>Sign out</Trans>}
        danger
        busy={isEnding}
        disabled={!isOnline}
        onConfirm={() => void signOut()}
      >
        <div className={styles.part}>
          {target !== null && <Consequences target={target} />}
          <FailureBanner failure={refused} />
        </div>
      </ConfirmDialog>
    </section>
  )
}

interface DeviceRowProps {
  device: SignedInDevice
  name: string
  disabled: boolean
  onEnd: () => void
}

function DeviceRow({ device, name, disabled, onEnd }: DeviceRowProps) {
  const { t } = useLingui()
  const { ago, date } = useFormat()
  const { startedAt, usedAt, passes, isCurrent } = device
  const day = date(startedAt, 'day')
  const lastUse = ago(usedAt, serverNow())
  const isPhone = device.names.some((text) => PHONE_SYSTEMS.has(text))
  return (
    <li className={styles.device} data-session={isCurrent ? 'current' : 'other'}>
      <Icon of={isPhone ? Smartphone : Monitor} />
      <div>
        <p className={styles.deviceName}>
          {name} {isCurrent && <Tag tone="kelp">{t`This device`}</Tag>}
        </p>
        <p className={styles.quiet}>
          <Trans>Signed in on {day}</Trans>
        </p>
        {!isCurrent && (
          <p className={styles.quiet}>
            <Trans>Last used {lastUse}</Trans>
          </p>
        )}
        {passes !== null && passes > 0 && (
          <p className={styles.quiet}>
            <Plural value={passes} one="# mobile pass is set up on it" other="# mobile passes are set up on it" />
          </p>
        )}
      </div>
      {!isCurrent && (
        <Button kind="outline" size="small" disabled={disabled} aria-label={t`Sign out ${name}`} onClick={onEnd}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}

/** Says what signing out does to passes and to actions that the device has not sent. */
function Consequences({ target }: { target: SignedInDevice | 'others' }) {
  if (target === 'others')
    return (
      <>
        <p>
          <Trans>
            They will no longer be able to use your account, and passes set up on them will stop working. To use these
            passes again, open My Pass on your phone and move them there. Passes on this device are not affected, but
            all copies in wallet apps will stop working.
          </Trans>
        </p>
        <p className={styles.quiet}>
          <Trans>Anything they have not sent yet stays on them until you sign in there again.</Trans>
        </p>
      </>
    )
  const { passes } = target
  return (
    <>
      <p>
        <Trans>
          It will no longer be able to use your account. Once it is online, it will hide your name, orders and
          inquiries. Copies that you added to wallet apps on it will stop working.
        </Trans>
      </p>
      {passes === null ? (
        <p>
          <Trans>
            We do not know whether passes are set up on it. If so, they will keep working there. “Sign out all other
            devices” stops them too.
          </Trans>
        </p>
      ) : (
        passes > 0 && (
          <p>
            <Trans>
              Passes set up on it will stop working. To use them again, open My Pass on your phone and move them there.
            </Trans>
          </p>
        )
      )}
      <p className={styles.quiet}>
        <Trans>Anything it has not sent yet stays on it until you sign in there again.</Trans>
      </p>
    </>
  )
}
