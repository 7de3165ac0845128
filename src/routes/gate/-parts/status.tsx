import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, RotateCw, Wifi, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useNow, useTimeVerified } from '#data/clock.ts'
import { contactServer, isClockBelieved, leaveGate, hideDeskEntry, type GateState } from '#data/gate.ts'
import { useOnline } from '#data/online.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Details } from '#ui/details.tsx'
import { Icon } from '#ui/icon.tsx'
import { useToast } from '#ui/useToast.ts'
import styles from './gate.module.css'
import { conflictText } from './gateMessages.ts'

/**
 * Renders the status that is always visible: online or offline, age of the gate lists, waiting journal entries, clock
 * warning, and number of entries for the desk.
 */
export function Status({ gate }: { gate: GateState }) {
  const { t } = useLingui()
  const online = useOnline()
  const isTimeVerified = useTimeVerified()
  const now = useNow(10_000)
  const errorText = useErrorText()
  const toast = useToast()
  const { lists, waiting, kept: deskEntries, enrolment } = gate
  const count = deskEntries.length
  const [busy, setBusy] = useState(false)
  const renew = async () => {
    setBusy(true)
    const outcome = await contactServer()
    setBusy(false)
    if (!outcome.ok) toast({ text: errorText(outcome) })
  }
  return (
    <section className={styles.status}>
      <div className={styles.line} data-online={online}>
        <Icon of={online ? Wifi : WifiOff} size={20} />
        <p>
          <strong>{online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</strong>
          {enrolment?.label && ` · ${enrolment.label}`}
          <br />
          {lists ? <ListsAge madeAt={lists.madeAt} /> : <Trans>No lists yet. Passes cannot be checked offline.</Trans>}
          {waiting > 0 && (
            <>
              {' · '}
              <Plural value={waiting} one="# scan waiting to send" other="# scans waiting to send" />
            </>
          )}
        </p>
        <IconButton icon={RotateCw} label={t`Update the lists now`} disabled={busy} onClick={() => void renew()} />
      </div>
      {!isClockBelieved(now, isTimeVerified, gate.notBefore) && (
        <Banner tone="amber" icon={CircleAlert} role="status">
          <Trans>
            This scanner’s clock may be wrong. While the scanner is offline, every mobile pass needs two codes, 15
            seconds apart. An internet connection corrects the clock.
          </Trans>
        </Banner>
      )}
      {count > 0 && (
        <Banner tone="amber" icon={CircleAlert}>
          <Plural value={count} one="# scan was not counted" other="# scans were not counted" />
        </Banner>
      )}
    </section>
  )
}

/** Renders the collapsed section: size of the gate lists, entries for the desk, and removal of this scanner. */
export function ThisScanner({ gate }: { gate: GateState }) {
  return (
    <Details summary={<Trans>This scanner</Trans>}>
      <div className={styles.scanner}>
        <DeskEntries gate={gate} />
        <Leave waiting={gate.waiting} />
      </div>
    </Details>
  )
}

/** Renders “Lists updated 3 h ago”. `madeAt`: ms UTC. */
export function ListsAge({ madeAt }: { madeAt: number }) {
  const { ago } = useFormat()
  const now = useNow(30_000)
  const when = ago(madeAt, Math.max(madeAt, now))
  return <Trans>Lists updated {when}</Trans>
}

function DeskEntries({ gate: { lists, kept: deskEntries } }: { gate: GateState }) {
  const { i18n } = useLingui()
  const { date } = useFormat()
  return (
    <>
      {lists && (
        <p>
          <ListCounts {...lists} />
        </p>
      )}
      <ul className={styles.kept}>
        {deskEntries.map(({ entryUid, at, reason }) => (
          <li key={entryUid}>
            <span>
              {date(at, 'long')} · {i18n._(conflictText(reason))}
            </span>
            <Button kind="quiet" size="small" onClick={() => void hideDeskEntry(entryUid)}>
              <Trans>Dismiss</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Renders the size of the gate lists. With `cards` null the server judges all cards, so there is no count. */
function ListCounts(lists: Pick<NonNullable<GateState['lists']>, 'cards' | 'revoked'>) {
  const { number } = useFormat()
  const revoked = number(lists.revoked)
  if (lists.cards === null) return <Trans>Passes with blocked codes: {revoked}</Trans>
  const cards = number(lists.cards)
  return (
    <Trans>
      Cards listed: {cards} · Passes with blocked codes: {revoked}
    </Trans>
  )
}

function Leave({ waiting }: { waiting: number }) {
  const { t } = useLingui()
  const toast = useToast()
  const [sure, setSure] = useState(false)
  const leave = async () => {
    setSure(false)
    if (!(await leaveGate()))
      toast({
        text: t`Some scans have not been sent. Check the connection and wait until they are sent, so that none are lost.`,
      })
  }
  if (!sure)
    return (
      <Button kind="danger" size="small" disabled={waiting > 0} onClick={() => setSure(true)}>
        <Trans>Remove this scanner</Trans>
      </Button>
    )
  return (
    <div className={styles.form}>
      <p>
        <Trans>You will need a new enrolment code to use this scanner again.</Trans>
      </p>
      <Button kind="danger" size="small" onClick={() => void leave()}>
        <Trans>Remove it now</Trans>
      </Button>
      <Button kind="quiet" size="small" onClick={() => setSure(false)}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  )
}
