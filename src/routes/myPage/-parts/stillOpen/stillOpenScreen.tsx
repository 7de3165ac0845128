import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Scene } from '#art/scene.tsx'
import type { MyPass } from '#contract/calls/mypage.ts'
import { byUse } from '#contract/rules/passOrder.ts'
import { isClaimed, isLive, stateAt } from '#contract/rules/passState.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow, useReliableTime, useTimeVerified } from '#data/clock.ts'
import { useMyPasses } from '#data/myPass.ts'
import { useFormat } from '#i18n/format.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Details } from '#ui/details.tsx'
import { Field } from '#ui/field.tsx'
import { SentenceSpace } from '#ui/sentenceSpace.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Select } from '#ui/textArea.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { DataAge, oldestOf } from '../../../-shared/dataAge.tsx'
import { passLabel } from '../../../-shared/passLabel.ts'
import { OrderTicket } from '../../../-shared/productTicket.tsx'
import { OpenRow } from './openRow.tsx'
import { sortPlaces, type PlaceAnswer, type Kind } from '../../../-shared/attraction/sortPlaces.ts'
import styles from './stillOpen.module.css'

/**
 * Renders `/myPage/stillOpen`: the places that a pass can still enter at this minute. Computed on the phone; works
 * offline.
 */
export function StillOpenScreen() {
  const { t } = useLingui()
  const passes = useMyPasses()
  const now = useNow(MINUTE_MS)
  const verified = useTimeVerified()
  const isTimeReliable = useReliableTime()
  const [chosen, choose] = useState<string>()
  const live = passes.list.filter((pass) => isLive(stateAt(pass, now, isTimeReliable))).toSorted(byUse)
  // A pass in a gift or a refund request opens no gate until that ends.
  const usable = live.filter((each) => !isClaimed(each))
  const offered = live.filter(({ gift }) => gift !== null)
  const pass = usable.find(({ passUid }) => passUid === chosen) ?? usable[0]
  return (
    <main data-screen="/myPage/stillOpen" className={styles.screen}>
      <TopBar title={<Trans>Where I can still go</Trans>} back="/myPage/myPass" />
      {pass && !verified && (
        <Banner tone="amber" icon={Clock} role="status">
          <Trans>We cannot check this device’s clock right now. Compare the times with a clock that you trust.</Trans>
        </Banner>
      )}
      {pass ? (
        <Columns
          first
          scene="harbour"
          aside={
            <div className={styles.head}>
              {usable.length > 1 && <Chooser list={usable} value={pass.passUid} onChange={choose} />}
              <OrderTicket
                passType={pass.passType}
                title={<TimeLeft pass={pass} now={now} />}
                text={<EntriesLeft pass={pass} />}
              />
            </div>
          }
        >
          <PlaceLists pass={pass} now={now} />
        </Columns>
      ) : passes.status === 'loading' ? (
        <>
          <LoadingLine label={t`Loading your passes`} />
          <Skeleton height="5rem" radius="var(--radius-card)" />
        </>
      ) : passes.status === 'failed' ? (
        <ErrorState
          scene={<Scene name="harbour" />}
          title={<Trans>Could not load your passes</Trans>}
          text={<Trans>The passes that you have bought are safe. Check your connection and try again.</Trans>}
          onRetry={() => void passes.refresh()}
        />
      ) : offered.length > 0 ? (
        <EmptyState
          scene={<Scene name="harbour" />}
          title={
            <Plural
              value={offered.length}
              one="Your pass has been sent as a gift"
              other="Your passes have been sent as gifts"
            />
          }
          text={<Trans>A pass cannot be used for entry while its gift is pending.</Trans>}
          actions={
            <LinkButton to="/myPage/gift" search={{ type: 'sent' }} full>
              <Trans>Open Gifts</Trans>
            </LinkButton>
          }
        />
      ) : live.length > 0 ? (
        <EmptyState
          scene={<Scene name="harbour" />}
          title={<Trans>Refund requested</Trans>}
          text={<Trans>A pass with a refund request cannot be used for entry unless the request is denied.</Trans>}
          actions={
            <LinkButton to="/myPage/myPass" full>
              <Trans>My Pass</Trans>
            </LinkButton>
          }
        />
      ) : (
        <EmptyState
          scene={<Scene name="harbour" />}
          title={<Trans>No usable pass on this device</Trans>}
          text={
            <Trans>Once you have a pass on this device, this page shows where you can still go, even offline.</Trans>
          }
          actions={
            <LinkButton to="/pass" full>
              <Trans>See the passes</Trans>
            </LinkButton>
          }
        />
      )}
    </main>
  )
}

function Chooser({ list, value, onChange }: { list: MyPass[]; value: string; onChange: (passUid: string) => void }) {
  const { t } = useLingui()
  return (
    <Field label={t`Pass`}>
      {(control) => (
        <Select {...control} className={styles.passes} value={value} onChange={(event) => onChange(event.target.value)}>
          {list.map((pass, index) => {
            const place = index + 1
            const which = passLabel(pass)
            return (
              <option key={pass.passUid} value={pass.passUid}>
                {t`Pass ${place}: ${which}`}
              </option>
            )
          })}
        </Select>
      )}
    </Field>
  )
}

function TimeLeft({ pass, now }: { pass: MyPass; now: number }) {
  const { duration } = useFormat()
  if (pass.expiresAt === null) return <Trans>Starts with your first entry</Trans>
  const time = duration(Math.max(0, pass.expiresAt - now))
  return <Trans>{time} left</Trans>
}

function EntriesLeft({ pass: { allowance } }: { pass: MyPass }) {
  if (!allowance) return <Trans>One entry per attraction</Trans>
  const a = Math.max(0, allowance.A.total - allowance.A.used)
  const b = Math.max(0, allowance.B.total - allowance.B.used)
  return (
    <Trans>
      Entries left: group A {a}, group B {b}
    </Trans>
  )
}

function PlaceLists({ pass, now }: { pass: MyPass; now: number }) {
  const { t } = useLingui()
  const { data, at, status, refresh } = useCatalogue()
  const passesAt = useMyPasses().at
  if (!data) {
    return status === 'failed' ? (
      <ErrorState
        title={<Trans>Could not load the attractions</Trans>}
        text={<Trans>Check your connection and try again.</Trans>}
        onRetry={() => void refresh()}
      />
    ) : (
      <>
        <LoadingLine label={t`Loading places`} />
        <Skeleton height="24rem" radius="var(--radius-card)" />
      </>
    )
  }
  const sorted = sortPlaces(pass, data.attractions, now)
  const row = (one: PlaceAnswer) => (
    <OpenRow key={one.place.gdsUid} placeAnswer={one} counted={pass.allowance !== null} now={now} />
  )
  const closed: readonly { kind: Kind; title: ReactNode }[] = [
    { kind: 'used_here', title: <Trans>Already used</Trans> },
    { kind: 'spent', title: <Trans>No entries left</Trans> },
    { kind: 'closed', title: <Trans>No entry for the next 7 days or until your pass ends</Trans> },
  ]
  return (
    <>
      <section className={styles.section} aria-labelledby="now">
        <h2 id="now">
          <Trans>Now</Trans> <small>{sorted.now?.length ?? 0}</small>
        </h2>
        {sorted.now ? (
          <ul>{sorted.now.map(row)}</ul>
        ) : (
          <p className={styles.none}>
            <Trans>As far as we know, there is no attraction that you can enter with this pass right now.</Trans>
          </p>
        )}
      </section>
      {sorted.unknown && (
        <section className={styles.section} aria-labelledby="unknown">
          <h2 id="unknown">
            <Trans>Opening hours unknown</Trans> <small>{sorted.unknown.length}</small>
          </h2>
          <ul>{sorted.unknown.map(row)}</ul>
        </section>
      )}
      {sorted.later && (
        <section className={styles.section} aria-labelledby="later">
          <h2 id="later">
            <Trans>Later</Trans> <small>{sorted.later.length}</small>
          </h2>
          <ul>{sorted.later.map(row)}</ul>
        </section>
      )}
      <div>
        {closed.map(({ kind, title }) => {
          const list = sorted[kind]
          return (
            list && (
              <Details
                key={kind}
                summary={
                  <>
                    {title} <small className={styles.count}>{list.length}</small>
                  </>
                }
              >
                <ul>{list.map(row)}</ul>
              </Details>
            )
          )
        })}
      </div>
      <p className={styles.note}>
        <Trans>All times are in Korean time. Hours may change; staff at the gate have the final say.</Trans>
        <SentenceSpace />
        <DataAge at={oldestOf(at, passesAt)} />
      </p>
    </>
  )
}
