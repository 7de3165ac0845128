import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useDiagnostics } from '#data/diagnostics.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { SelfTest } from './selfTest.tsx'
import styles from './test.module.css'
import { versionOf } from '../../-shared/version.ts'
import { workerOf, type WorkerFacts } from './workerFacts.ts'

const NONE = '–'

/** Renders `/test`: diagnostics for support. Shows no secrets: no name, no token, no code. */
export function TestScreen() {
  const { t } = useLingui()
  const { number, date } = useFormat()
  const [refreshCount, setLooks] = useState(0)
  const facts = useDiagnostics(refreshCount)
  const [worker, setWorker] = useState<WorkerFacts>()
  useEffect(() => void workerOf().then(setWorker), [refreshCount])

  /** Formats a value; an unknown or missing one keeps its line. */
  const or = <T,>(say: (value: T) => string, value: T | null | undefined): string => (value == null ? NONE : say(value))
  const yes = (value: boolean | null | undefined): string => or((is) => (is ? t`yes` : t`no`), value)
  const mega = (bytes: number | null | undefined): string => or((all) => `${number(all / 1_000_000)} MB`, bytes)
  const when = (ms: number | null | undefined): string => or((at) => date(at, 'long'), ms)
  const ms = (value: number | null | undefined): string => or((all) => `${number(Math.round(all))} ms`, value)
  const count = (value: number | undefined): string => or(number, value)
  const { storage, outbox, clock, mirror } = facts ?? {}

  const groups: [string, [string, string][]][] = [
    [
      t`App`,
      [
        [t`Version`, versionOf()],
        [t`Service worker`, worker?.state ?? NONE],
        [t`Files kept for offline use`, count(worker?.files)],
        [t`Opened as an app`, yes(matchMedia('(display-mode: standalone)').matches)],
      ],
    ],
    [
      t`Storage`,
      [
        [t`Status`, storage?.state ?? NONE],
        [t`Cleared by the browser`, yes(storage?.evicted)],
        [t`Protected from automatic deletion`, yes(storage?.persisted)],
        [t`Space used`, `${mega(storage?.usage)} / ${mega(storage?.quota)}`],
      ],
    ],
    [
      t`Connection`,
      [
        [t`Online`, yes(facts?.online)],
        [t`Session`, facts?.session ?? NONE],
        [t`Waiting to send`, count(outbox?.waiting)],
        [t`Not sent`, count(outbox && outbox.refused + outbox.asking)],
        [t`Only one tab sends at a time`, yes(facts?.locks)],
      ],
    ],
    [
      t`Clock`,
      [
        [t`Verified`, yes(clock?.verified)],
        [t`Difference from the server`, ms(clock?.offsetMs)],
        [t`Server response time`, ms(clock?.roundTripMs)],
      ],
    ],
    [
      t`Saved on this device`,
      [
        [t`Attractions`, when(mirror?.catalogueAt)],
        [t`Favourites`, when(mirror?.favouritesAt)],
        [t`Passes`, `${count(mirror?.passes)} · ${when(mirror?.passesAt)}`],
        [t`This device’s key`, facts?.deviceKey ?? NONE],
      ],
    ],
  ]
  return (
    <main data-screen="/test" aria-busy={!facts}>
      <TopBar title={<Trans>Diagnostics</Trans>} back="/setting" />
      <div className={styles.groups}>
        {groups.map(([title, rows]) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {rows.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <SelfTest />
      </div>
      <Button kind="outline" onClick={() => setLooks(refreshCount + 1)}>
        <Trans>Refresh these values</Trans>
      </Button>
    </main>
  )
}
