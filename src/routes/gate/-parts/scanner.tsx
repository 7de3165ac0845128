import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, Keyboard } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { SCAN_MAX } from '#contract/limits.ts'
import { useCatalogue } from '#data/catalogue.ts'
import type { GateAnswer, GateState } from '#data/gate.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/textInput.tsx'
import { Answer } from './answer.tsx'
import { useWakeLock } from '../../-shared/wakeLock.ts'
import styles from './gate.module.css'
import { Recent } from './recent.tsx'
import { allowSound } from './signals.ts'
import { Status, ThisScanner } from './status.tsx'
import { UndoDialog } from './undoDialog.tsx'
import { useCamera } from '../../-shared/camera/useCamera.ts'
import { CameraWindow } from './cameraWindow.tsx'
import { PartySize } from './partyList.tsx'
import { useScans } from './useScans.ts'
import { useGateI18n } from './useGateI18n.ts'
import { useWedge } from './useWedge.ts'
import { VisitorLanguage } from './visitorLanguage.tsx'

/** Renders the enrolled scanner: camera, typed codes and hardware scanner, answers, recent records. */
export function Scanner({ gate }: { gate: GateState }) {
  const errorText = useErrorText()
  const scans = useScans()
  const { host, ...camera } = useCamera(scans.scanFromCamera)
  const sentences = useGateI18n()
  const [undoing, setUndoing] = useState<GateAnswer | null>(null)
  const scene = useCatalogue().data?.attractions.find(({ gdsUid }) => gdsUid === gate.enrolment?.place.uid)?.scene
  useWedge((text) => {
    allowSound()
    scans.scanFromKeyboard(text)
  })
  useWakeLock()
  const { shown: shownAnswer, failure } = scans
  const isHeld = shownAnswer?.answer.verdict === 'hold'
  return (
    <>
      <div className={styles.columns} inert={shownAnswer !== null}>
        <Status gate={gate} />
        <CameraWindow camera={camera} host={host} isOver={isHeld} />
        <div className={styles.rest}>
          {failure && (
            <Banner tone="red" icon={CircleAlert} role="alert">
              {failure.code === 'E_CARD_NUMBER' ? (
                // The message of `ERROR_TEXTS` addresses a member with a card of their own.
                <Trans>Check the number on the card. Enter the 16 digits exactly as printed.</Trans>
              ) : (
                errorText(failure)
              )}
            </Banner>
          )}
          <PartySize size={scans.party.size} onChange={scans.expect} />
          <TypedCodeForm busy={scans.busy} onScan={scans.scanFromKeyboard} />
          <VisitorLanguage sentences={sentences} />
          <Recent
            entries={scans.recent}
            count={gate.enteredToday}
            venue={gate.enrolment?.place.kind === 'venue'}
            onUndo={setUndoing}
          />
          <ThisScanner gate={gate} />
        </div>
      </div>
      {shownAnswer && (
        <Answer
          shown={shownAnswer}
          gate={gate}
          scene={scene}
          sentences={sentences}
          busy={scans.busy}
          party={scans.party}
          repeated={scans.repeated}
          window={camera.state === 'on'}
          onNext={scans.next}
          onAdmit={scans.admitCard}
          onUndo={() => setUndoing(shownAnswer.answer)}
        />
      )}
      <UndoDialog
        entry={undoing}
        onClose={() => setUndoing(null)}
        onUndone={(entryUid) => {
          setUndoing(null)
          scans.forget(entryUid)
        }}
      />
    </>
  )
}

function TypedCodeForm({ busy, onScan }: { busy: boolean; onScan: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || text.trim() === '') return
    allowSound()
    onScan(text)
    setText('')
  }
  return (
    <form className={styles.typed} onSubmit={submit}>
      <Field label={<Trans>Type the code or card number</Trans>} hint={t`You can use a handheld scanner at any time.`}>
        {(control) => (
          <TextInput
            {...control}
            icon={Keyboard}
            value={text}
            maxLength={SCAN_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" kind="outline" full busy={busy}>
        <Trans>Check</Trans>
      </Button>
    </form>
  )
}
