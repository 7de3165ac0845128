import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Phone, Square, Volume2, X } from 'lucide-react'
import { AnchorButton, Button, IconButton } from '#ui/button.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { closeFullScreen, FullScreenDialog } from '../../-shared/fullScreenDialog.tsx'
import screen from '../../-shared/screen.module.css'
import { HELP_CARDS, type HelpCard } from './helpCards.ts'
import styles from './helpCards.module.css'
import { useKoreanVoice, type KoreanVoice } from './koreanVoice.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The help card that fills the screen: an entry of the history, as a code is (decision 0130). */
    fullScreenCard?: string
  }
}

const CARDS = HELP_CARDS.flatMap(({ cards }) => cards)

/** `/helpCards`: Korean sentences to hold up to staff, drivers and helpers. Needs no data and no connection. */
export function HelpCardsScreen() {
  const { i18n } = useLingui()
  const voice = useKoreanVoice()
  const { history } = useRouter()
  const shownId = useRouterState({ select: ({ location }) => location.state.fullScreenCard })
  const index = CARDS.findIndex(({ id }) => id === shownId)
  const show = (id: string) => history.push(history.location.href, { fullScreenCard: id })
  return (
    <main data-screen="/helpCards" className={screen.reading}>
      <TopBar title={<Trans>Korean help cards</Trans>} back="/directions" />
      <p className={screen.lead}>
        <Trans>Tap a card to show it in large letters. The cards work without a connection.</Trans>
      </p>
      {HELP_CARDS.map(({ id, title, cards }) => (
        <section key={id} className={styles.group} aria-labelledby={`cards-${id}`}>
          <h2 id={`cards-${id}`}>{i18n._(title)}</h2>
          <ul>
            {cards.map((card) => (
              <Card key={card.id} card={card} voice={voice} onShow={() => show(card.id)} />
            ))}
          </ul>
        </section>
      ))}
      {index >= 0 && (
        <FullCard
          index={index}
          voice={voice}
          onClose={() => history.back()}
          onStep={(by) => {
            voice?.stop()
            const next = CARDS[(index + by + CARDS.length) % CARDS.length]
            if (next) history.replace(history.location.href, { fullScreenCard: next.id })
          }}
        />
      )}
    </main>
  )
}

interface CardProps {
  card: HelpCard
  voice: KoreanVoice | null
}

function Card({ card, voice, onShow }: CardProps & { onShow: () => void }) {
  return (
    <li className={styles.card}>
      <button type="button" aria-haspopup="dialog" data-card={card.id} onClick={onShow}>
        <b lang="ko">{card.korean}</b>
        <Meaning card={card} />
      </button>
      <Actions card={card} voice={voice} />
    </li>
  )
}

/** Renders what a card says in the reader's language; nothing for readers of Korean. */
function Meaning({ card }: { card: HelpCard }) {
  const { i18n } = useLingui()
  return i18n.locale === 'ko' ? null : <span>{i18n._(card.meaning)}</span>
}

/** Renders the buttons that read a card aloud and call its number, where there are any. */
function Actions({ card, voice }: CardProps) {
  const { phone } = card
  if (voice === null && phone === undefined) return null
  const isSpeaking = voice?.speakingId === card.id
  return (
    <p className={styles.actions}>
      {voice && (
        <Button
          kind="outline"
          size="small"
          icon={isSpeaking ? Square : Volume2}
          onClick={() => (isSpeaking ? voice.stop() : voice.speak(card.id, card.spoken ?? card.korean))}
        >
          {isSpeaking ? <Trans>Stop reading</Trans> : <Trans>Read aloud</Trans>}
        </Button>
      )}
      {phone && (
        <AnchorButton kind="outline" size="small" icon={Phone} href={`tel:${phone}`}>
          <PhoneName phone={phone} />
        </AnchorButton>
      )}
    </p>
  )
}

function PhoneName({ phone }: { phone: NonNullable<HelpCard['phone']> }) {
  if (phone === '119') return <Trans>119 Fire and ambulance</Trans>
  if (phone === '112') return <Trans>112 Police</Trans>
  return <Trans>1330 Korea Travel Helpline</Trans>
}

interface FullCardProps {
  /** The position of the card among all cards. */
  index: number
  voice: KoreanVoice | null
  onClose: () => void
  onStep: (by: number) => void
}

/** Renders a card over the whole screen, black on white, upright and on its side. */
function FullCard({ index, voice, onClose, onStep }: FullCardProps) {
  const { t } = useLingui()
  const card = CARDS[index]
  if (!card) return null
  const number = index + 1
  const total = CARDS.length
  return (
    <FullScreenDialog
      label={t`Korean help cards`}
      className={undefined}
      onClose={() => {
        voice?.stop()
        onClose()
      }}
      onClosed={() => document.querySelector<HTMLElement>(`[data-card="${card.id}"]`)?.focus()}
      onStep={onStep}
    >
      <div className={styles.bar}>
        <IconButton icon={X} label={t`Close`} onClick={closeFullScreen} className={styles.close} />
        <IconButton icon={ChevronLeft} label={t`Previous card`} onClick={() => onStep(-1)} />
        <span>
          <Trans>
            {number} of {total}
          </Trans>
        </span>
        <IconButton icon={ChevronRight} label={t`Next card`} onClick={() => onStep(1)} />
      </div>
      <div className={styles.full}>
        <p lang="ko" aria-live="polite">
          {card.korean}
        </p>
        <div>
          <Meaning card={card} />
          <Actions card={card} voice={voice} />
        </div>
      </div>
    </FullScreenDialog>
  )
}
