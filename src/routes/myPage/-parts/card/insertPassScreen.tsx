import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CloudOff, ScanQrCode } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { groupedCardNumber, readCard, type TypedCard } from '#contract/rules/card.ts'
import { registerCard } from '#data/cards.ts'
import { useOnline } from '#data/online.ts'
import type { FailedOutcome } from '#data/outcome.ts'
import { useSession } from '#data/session.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { useToast } from '#ui/useToast.ts'
import { Columns } from '../../../-shared/columns.tsx'
import { FailureBanner } from '../../../-shared/failureBanner.tsx'
import { lazyDialog } from '../../../-shared/lazyPart.tsx'
import screen from '../../../-shared/screen.module.css'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { CardBack } from './cardBack.tsx'
import styles from './card.module.css'

/** Loaded with the camera's code on use. */
const ScanDialog = lazyDialog(async () => (await import('./scanDialog.tsx')).ScanDialog)

/** Refusals that are about the number, and stand at its field. */
const AT_FIELD = new Set(['other_qr', 'E_CARD_NUMBER', 'E_CARD_FORMAT', 'E_CARD_TAKEN'])
const FIELD = 'card-number'
/** 16 digits in groups of four. */
const PRINTED_LENGTH = 19

/**
 * Renders `/myPage/insertPass`: registers a card pass by its printed number or its QR code (spec 2.61). Needs the
 * server.
 */
export function InsertPassScreen() {
  const { state } = useSession()
  return (
    <main data-screen="/myPage/insertPass" className={screen.page}>
      <TopBar title={<Trans>Register Pass</Trans>} back="/myPage" />
      {state === 'locked' ? (
        <SignInAgain returnTo="/myPage/insertPass" />
      ) : (
        <Columns scene="tower" aside={<Help />}>
          <CardForm />
        </Columns>
      )}
    </main>
  )
}

function CardForm() {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const online = useOnline()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const [refused, setRefused] = useState<FailedOutcome | 'E_CARD_NUMBER' | 'E_CARD_FORMAT' | 'other_qr' | null>(null)
  const code = typeof refused === 'string' ? refused : refused?.code
  const isAtField = code !== undefined && AT_FIELD.has(code)

  const refuse = (why: NonNullable<typeof refused>) => {
    setRefused(why)
    input.current?.focus()
  }
  const register = async (card: TypedCard) => {
    if (busy) return
    const read = readCard(card)
    if ('refused' in read) {
      refuse(card.isQrcode === 'Y' ? 'other_qr' : read.refused)
      return
    }
    setBusy(true)
    setRefused(null)
    const outcome = await registerCard(card)
    setBusy(false)
    if (!outcome.ok) {
      refuse(outcome)
      return
    }
    toast({ text: t`Pass registered` })
    await navigate({ to: '/myPage/myPass', replace: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void register({ cardNum: typed, isQrcode: 'N' })
  }
  return (
    <form onSubmit={submit} noValidate>
      <p className={screen.lead}>
        <Trans>
          If you already have a card pass, register it here. You can then see how much time is left and which places you
          have visited.
        </Trans>
      </p>
      {!online && (
        <Banner tone="amber" icon={CloudOff} role="status">
          <Trans>
            You are offline. You need a connection to register a card. The card works at the gate even if you do not
            register it.
          </Trans>
        </Banner>
      )}
      <FailureBanner failure={isAtField ? null : refused} />
      <Field
        id={FIELD}
        label={t`Card number`}
        hint={<Trans>The 16 digits on the back of the card</Trans>}
        error={
          refused === 'other_qr'
            ? t`That is not the QR code of a card pass. Scan the code on the card, or type its number.`
            : isAtField && refused
              ? errorText(refused)
              : undefined
        }
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            className={styles.number}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={typed}
            onChange={(event) => {
              setTyped(regrouped(event))
              setRefused(null)
            }}
            aria-required
          />
        )}
      </Field>
      <Button kind="outline" icon={ScanQrCode} aria-haspopup="dialog" onClick={() => setScanning(true)}>
        <Trans>Scan the QR code on the card</Trans>
      </Button>
      <Button type="submit" full busy={busy} disabled={!online}>
        <Trans>Register this card</Trans>
      </Button>
      <ScanDialog
        open={isScanning}
        onClose={() => setScanning(false)}
        onText={(cardNum) => {
          setScanning(false)
          void register({ cardNum, isQrcode: 'Y' })
        }}
      />
    </form>
  )
}

/**
 * Returns the typed number in groups of four, and puts the caret behind the digit where it was. A text with letters is
 * left as it is, so that the error at the field speaks of what stands in it.
 */
const regrouped = ({ target }: ChangeEvent<HTMLInputElement>): string => {
  const { value, selectionStart } = target
  if (/[^\d\s-]/.test(value) || value.replaceAll(/\D/g, '').length > PRINTED_LENGTH - 3) return value
  const grouped = groupedCardNumber(value)
  const digits = value.slice(0, selectionStart ?? value.length).replaceAll(/\D/g, '').length
  const caret = groupedCardNumber(grouped.replaceAll(' ', '').slice(0, digits)).length
  // React restores the caret only for a value that it does not change.
  queueMicrotask(() => document.activeElement === target && target.setSelectionRange(caret, caret))
  return grouped
}

/** Renders where the number is, and the way for somebody whose card waits at an exchange desk. */
function Help() {
  return (
    <section className={styles.help} aria-labelledby="card-help">
      <h2 id="card-help">
        <Trans>Where to find the number</Trans>
      </h2>
      <CardBack />
      <p className={screen.second}>
        <Trans>Enter the longer number near the QR code, not the transit company’s 12-digit number.</Trans>
      </p>
      <p className={screen.second}>
        <Trans>
          A card pass that you bought in the app is already in your account. If you have not collected it yet, show its
          voucher.
        </Trans>
      </p>
      <LinkButton to="/myPage/realCard" kind="quiet">
        <Trans>My card passes</Trans>
      </LinkButton>
    </section>
  )
}
