import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { serverNow } from '#data/clock.ts'
import { useConnection } from '#data/online.ts'
import { listPasskeys, supportsPasskeys, type OwnPasskey } from '#data/passkeys.ts'
import { useFormat } from '#i18n/format.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import screen from '../../../-shared/screen.module.css'
import { useAnswer } from '../../../-shared/useAnswer.ts'
import { useDeviceName } from '../../../-shared/useDeviceName.ts'
import styles from '../account/account.module.css'
import { AddPasskeyDialog } from './addPasskeyDialog.tsx'
import { DeletePasskeyDialog } from './deletePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './renamePasskeyDialog.tsx'

/** What a dialog is about. */
type Open = { act: 'add' } | { act: 'rename' | 'delete'; passkey: OwnPasskey } | null

/**
 * Renders the member's passkeys, which can be added, named and deleted (decision 0336). The list is not stored, so it
 * needs a connection.
 */
export function PasskeysSection({ email }: { email: string }) {
  const { t } = useLingui()
  const isOnline = useConnection() === 'online'
  const nameDevice = useDeviceName()
  const { answer: passkeys, failure, busy, reload } = useAnswer(listPasskeys)
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  const finish = (): void => {
    close()
    reload()
  }
  const nameOf = ({ name, deviceNames }: OwnPasskey): string => name ?? nameDevice(deviceNames)
  const canAdd = supportsPasskeys()
  const needsConnection = !isOnline || failure?.code === 'OFFLINE'
  return (
    <section className={styles.section} aria-labelledby="info-passkeys">
      <h2 id="info-passkeys">
        <Trans>Passkeys</Trans>
      </h2>
      <p className={screen.lead}>
        <Trans>Sign in with your face, your fingerprint or your device’s screen lock instead of a password.</Trans>
      </p>
      {passkeys && passkeys.length > 0 && (
        <ul className={screen.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.passkeyUid}
              passkey={passkey}
              name={nameOf(passkey)}
              disabled={!isOnline}
              onRename={() => setOpen({ act: 'rename', passkey })}
              onDelete={() => setOpen({ act: 'delete', passkey })}
            />
          ))}
        </ul>
      )}
      {passkeys?.length === 0 && (
        <p>
          <Trans>You have no passkeys yet.</Trans>
        </p>
      )}
      {!passkeys && busy && !needsConnection && (
        <>
          <LoadingLine label={t`Loading your passkeys`} />
          <Skeleton height="4.5rem" />
        </>
      )}
      {needsConnection && (
        <p className={screen.second}>
          <Trans>You need a connection to see and change your passkeys.</Trans>
        </p>
      )}
      {!needsConnection && <FailureBanner failure={failure} busy={busy} onRetry={reload} />}
      {canAdd ? (
        <Button
          kind="outline"
          icon={KeyRound}
          disabled={!isOnline || !passkeys}
          onClick={() => setOpen({ act: 'add' })}
        >
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <p className={screen.second}>
          <Trans>This browser does not support passkeys, so you cannot add one here.</Trans>
        </p>
      )}
      <AddPasskeyDialog open={open?.act === 'add'} onClose={close} onAdded={finish} email={email} />
      <RenamePasskeyDialog
        passkey={open?.act === 'rename' ? open.passkey : null}
        nameOf={nameOf}
        onClose={close}
        onRenamed={finish}
      />
      <DeletePasskeyDialog
        passkey={open?.act === 'delete' ? open.passkey : null}
        nameOf={nameOf}
        onClose={close}
        onDeleted={finish}
        email={email}
      />
    </section>
  )
}

interface RowProps {
  passkey: OwnPasskey
  name: string
  disabled: boolean
  onRename: () => void
  onDelete: () => void
}

function PasskeyRow({ passkey: { passkeyUid, addedAt, usedAt }, name, disabled, onRename, onDelete }: RowProps) {
  const { t } = useLingui()
  const { ago, date } = useFormat()
  const day = date(addedAt, 'day')
  const lastUse = usedAt === null ? '' : ago(usedAt, serverNow())
  return (
    <li className={styles.person} data-passkey={passkeyUid}>
      <div>
        <p>{name}</p>
        <p className={screen.second}>
          <Trans>Added on {day}</Trans>
        </p>
        <p className={screen.second}>{usedAt === null ? t`Not used yet` : t`Last used ${lastUse}`}</p>
      </div>
      <IconButton label={t`Rename ${name}`} icon={Pencil} disabled={disabled} onClick={onRename} />
      <IconButton label={t`Delete ${name}`} icon={Trash2} disabled={disabled} onClick={onDelete} />
    </li>
  )
}
