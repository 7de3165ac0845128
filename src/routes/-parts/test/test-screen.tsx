import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { diagnostics, type Diagnostics } from '#data/diagnostics.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { TopBar } from '#ui/top-bar.tsx'
import { SelfTest } from './self-test.tsx'
import styles from './test.module.css'
import { versionOf, workerOf, type WorkerFacts } from './worker-facts.ts'

/** `/test`: what support asks for. No secrets: no name, no token, no code. */
export function TestScreen() {
  const { t } = useLingui()
  const { number, date } = useFormat()
  const [facts, setFacts] = useState<Diagnostics>()
  const [worker, setWorker] = useState<WorkerFacts>()

  const look = (): void => {
    void diagnostics().then(setFacts)
    void workerOf().then(setWorker)
  }
  useEffect(look, [])

  const yes = (value: boolean | null): string => (value === null ? '–' : value ? t`yes` : t`no`)
  const mega = (bytes: number | null): string => (bytes === null ? '–' : `${number(bytes / 1_000_000)} MB`)
  const when = (ms: number | null): string => (ms === null ? '–' : date(ms, 'long'))
  const ms = (value: number | null): string => (value === null ? '–' : `${number(Math.round(value))} ms`)

  const groups: [string, [string, string][]][] = facts
    ? [
        [
          t`App`,
          [
            [t`Version`, versionOf()],
            [t`Worker`, worker?.state ?? '–'],
            [t`Files kept for offline use`, worker ? number(worker.files) : '–'],
            [t`Installed`, yes(matchMedia('(display-mode: standalone)').matches)],
          ],
        ],
        [
          t`Storage`,
          [
            [t`State`, facts.storage.state],
            [t`Emptied by the browser`, yes(facts.storage.evicted)],
            [t`Kept for good`, yes(facts.storage.persisted)],
            [t`Space used`, `${mega(facts.storage.usage)} / ${mega(facts.storage.quota)}`],
          ],
        ],
        [
          t`Connection`,
          [
            [t`Online`, yes(facts.online)],
            [t`Session`, facts.session],
            [t`Waiting to send`, number(facts.outbox.waiting)],
            [t`Not sent`, number(facts.outbox.refused + facts.outbox.asking)],
            [t`One tab at a time`, yes(facts.locks)],
          ],
        ],
        [
          t`Clock`,
          [
            [t`Verified`, yes(facts.clock.verified)],
            [t`Difference from the server`, ms(facts.clock.offsetMs)],
            [t`Round trip`, ms(facts.clock.roundTripMs)],
          ],
        ],
        [
          t`Saved on this phone`,
          [
            [t`Attractions`, when(facts.mirror.catalogueAt)],
            [t`Favourites`, when(facts.mirror.favouritesAt)],
            [t`Passes`, `${number(facts.mirror.passes)} · ${when(facts.mirror.passesAt)}`],
            [t`Key of this phone`, facts.deviceKey ?? '–'],
          ],
        ],
      ]
    : []
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
      <Button kind="outline" onClick={look}>
        <Trans>Look again</Trans>
      </Button>
    </main>
  )
}
