import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Check, Clock, Wifi, WifiOff, X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import type { Scene as SceneName } from '#contract/rules/scene.ts'
import { useNow } from '#data/clock.ts'
import type { GateAnswer, GateState } from '#data/gate.ts'
import { useOnline } from '#data/online.ts'
import { formatOf } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './answer.module.css'
import { Bilingual } from './bilingual.tsx'
import { acceptedIn, type Party, type PartyAnswer } from './party.ts'
import { PartyList } from './partyList.tsx'
import { ListsAge } from './status.tsx'
import type { GateI18n } from './useGateI18n.ts'
import type { ShownAnswer } from './useScans.ts'
import { VisitorLanguage } from './visitorLanguage.tsx'
import { recordNameOf, answerTextsOf, type AnswerTexts } from './gateMessages.ts'

interface Props {
  shown: ShownAnswer
  gate: GateState
  scene: SceneName | undefined
  sentences: GateI18n
  busy: boolean
  party: Party
  repeated: PartyAnswer | null
  /** Leave room for the camera in place of the picture, while the gate waits for the next code. */
  window: boolean
  onNext: () => void
  onAdmit: () => void
  onUndo: () => void
}

/**
 * Renders the answer to a scan over the whole screen: colour, shape, word, reason and next step, for staff and visitor.
 */
export function Answer(props: Props) {
  const { shown: shownAnswer, gate, scene, sentences, party, repeated, window, onNext, onAdmit, onUndo, busy } = props
  const { answer } = shownAnswer
  const texts = answerTextsOf(answer, shownAnswer.text)
  const online = useOnline()
  const now = useNow(1_000)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [answer.entryUid])
  const both = (say: (i18n: I18n) => string) => <Bilingual sentences={sentences} say={say} />
  const { enrolment, lists, waiting } = gate
  const mayUndo = answer.undoUntil !== null && now < answer.undoUntil
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className={styles.flood}
      data-tone={texts.tone}
      data-verdict={answer.verdict}
      data-reason={answer.reason ?? undefined}
    >
      <div className={styles.bar}>
        <span>
          {enrolment?.place.name}
          {enrolment?.label && ` · ${enrolment.label}`}
        </span>
        <Icon of={online ? Wifi : WifiOff} size={20} />
      </div>
      <div className={styles.verdict}>
        <div className={styles.picture} data-window={window && answer.verdict === 'hold'}>
          <Shape tone={texts.tone} scene={scene} />
        </div>
        <div role="alert" className={styles.words}>
          <div className={styles.head}>{both((i18n) => i18n._(texts.head))}</div>
          <div className={styles.detail}>{both((i18n) => detailOf(i18n, texts, answer))}</div>
          {texts.next && <div className={styles.next}>{both((i18n) => i18n._(texts.next ?? texts.detail))}</div>}
        </div>
      </div>
      <div className={styles.side}>
        <PartyList party={party} repeated={repeated} sentences={sentences} />
        <Facts answer={answer} party={party} sentences={sentences} />
        <div className={styles.buttons}>
          {answer.verdict === 'ask' && (
            <button type="button" className={styles.main} disabled={busy} onClick={onAdmit}>
              {both((i18n) => i18n._(msg`Accept the card`))}
            </button>
          )}
          <button type="button" className={answer.verdict === 'ask' ? undefined : styles.main} onClick={onNext}>
            {both((i18n) => i18n._(answer.verdict === 'ask' ? msg`Refuse the card` : msg`Next scan`))}
          </button>
          {mayUndo && (
            <button type="button" onClick={onUndo}>
              {both((i18n) => i18n._(recordNameOf(answer).undo))}
            </button>
          )}
        </div>
        <VisitorLanguage sentences={sentences} />
        <p className={styles.foot}>
          {lists && <ListsAge madeAt={lists.madeAt} />}
          {waiting > 0 && (
            <>
              {' · '}
              {sentences.korean?._(msg`${waiting} waiting to send`) ?? waiting}
            </>
          )}
        </p>
      </div>
    </div>
  )
}

/**
 * Returns the detail of an answer; for a held code also by how much the visitor's clock is wrong, so that it does not
 * look like a fault of the pass.
 */
const detailOf = (i18n: I18n, { detail }: AnswerTexts, { verdict, skewMs }: GateAnswer): string => {
  if (verdict !== 'hold' || skewMs === null) return i18n._(detail)
  const length = formatOf(i18n).duration(Math.abs(skewMs))
  const clock =
    skewMs > 0
      ? i18n._(msg`The clock on the phone showing the pass may be ${length} fast`)
      : i18n._(msg`The clock on the phone showing the pass may be ${length} slow`)
  return `${i18n._(detail)}\n${clock}`
}

/** Renders a circle, triangle or octagon, so that the answer does not depend on its colour. */
function Shape({ tone, scene }: { tone: AnswerTexts['tone']; scene: SceneName | undefined }) {
  if (tone === 'admitted')
    return (
      <div className={styles.hole}>
        {scene && <Scene name={scene} crop="porthole" />}
        <span className={scene ? styles.badge : styles.disc}>
          <Check aria-hidden size={40} strokeWidth={3.5} />
        </span>
      </div>
    )
  return (
    <svg viewBox="0 0 200 200" className={styles.shape} aria-hidden>
      {tone === 'check' ? (
        <path d="M88 16q12-20 24 0l84 148q10 20-14 20H18q-24 0-14-20z" />
      ) : (
        <path d="M60 4h80l56 56v80l-56 56H60L4 140V60z" />
      )}
      <g transform={tone === 'check' ? 'translate(46 68)' : 'translate(10 10)'} className={styles.sign}>
        {tone === 'check' ? <Clock size={108} strokeWidth={2} /> : <X size={180} strokeWidth={3} />}
      </g>
    </svg>
  )
}

interface FactsProps extends Pick<Props, 'party' | 'sentences'> {
  answer: GateAnswer
}

/** Renders what staff check: pass or voucher, holder, what is left, until when, when it was used. */
function Facts({ answer, party, sentences }: FactsProps) {
  const { korean, visitor } = sentences
  const { i18n } = useLingui()
  const format = formatOf(korean ?? visitor ?? i18n)
  const { pass, by, voucher } = answer
  const group = pass?.group
  const rows: [MessageDescriptor, ReactNode][] = []
  if (pass?.passType) rows.push([msg`Pass`, group ? `${pass.passType} · ${group}` : pass.passType])
  else if (by === 'card') rows.push([msg`Pass`, korean?._(msg`Card`) ?? ''])
  if (pass?.holder) rows.push([msg`Name`, pass.holder])
  if (pass?.allowance) {
    const { A, B } = pass.allowance
    rows.push([msg`Entries left`, `A ${A.total - A.used} · B ${B.total - B.used}`])
  }
  if (pass?.hereBefore != null) rows.push([msg`Used here`, when(format, pass.hereBefore)])
  else if (pass?.expiresAt != null) rows.push([msg`Valid until`, when(format, pass.expiresAt)])
  if (voucher) {
    rows.push([msg`Voucher`, `${voucher.goodsNm} · ${voucher.optionNm}`])
    rows.push([msg`Quantity`, format.number(voucher.goodsCnt)])
    rows.push([msg`Name`, voucher.guestName])
    rows.push([msg`Reservation number`, voucher.rsvtNumber])
    if (voucher.usedAt !== null) rows.push([msg`Used`, when(format, voucher.usedAt)])
    else rows.push([msg`Valid until`, when(format, voucher.endsAt)])
    if (answer.reason === 'not_today') rows.push([msg`When`, when(format, voucher.startsAt)])
  }
  const accepted = acceptedIn(party)
  if (accepted > 1 && party.size === null) rows.push([msg`Accepted in this party`, format.number(accepted)])
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label.id}>
          <dt>{[korean, visitor].flatMap((i18n) => (i18n ? [i18n._(label)] : [])).join(' · ')}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const when = ({ date, time }: ReturnType<typeof formatOf>, at: number): string => `${date(at, 'short')} ${time(at)}`
