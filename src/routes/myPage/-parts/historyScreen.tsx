import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { hourOf } from '#art/hour.ts'
import { Scene } from '#art/scene.tsx'
import type { Use } from '#contract/calls/admission.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useHistory } from '#data/history.ts'
import { useSession } from '#data/session.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { FilterChip } from '#ui/filterChip.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import screen from '../../-shared/screen.module.css'
import { SignInAgain } from '../../-shared/signInAgain.tsx'
import list from './list.module.css'
import shelf from './historyShelf.module.css'

/** Renders the uses of passes as portholes on a shelf for each Korean day, each place as it looked at that time of day. */
export function HistoryScreen() {
  const { t } = useLingui()
  const { status, at, list: all } = useHistory()
  const { state } = useSession()
  const [chosen, choose] = useState<string>()
  const { date } = useFormat()
  const passes = new Map(all.toReversed().map((use) => [use.passUid, use]))
  const pass = chosen !== undefined && passes.has(chosen) ? chosen : undefined
  const uses = pass === undefined ? all : all.filter((use) => use.passUid === pass)
  const days = Map.groupBy(uses, (use) => koreanDate(use.at))
  return (
    <main data-screen="/myPage/attractionHistory" className={list.screen}>
      <TopBar title={<Trans>Places visited</Trans>} back="/myPage" />
      {state === 'locked' && all.length === 0 ? (
        <SignInAgain returnTo="/myPage/attractionHistory" />
      ) : status === 'loading' && all.length === 0 ? (
        <>
          <LoadingLine label={t`Loading the places you visited`} />
          <Skeleton height="10rem" />
          <Skeleton height="10rem" />
        </>
      ) : status === 'failed' && all.length === 0 ? (
        <ErrorState
          scene={<Scene name="temple" />}
          title={<Trans>Could not load the places you visited</Trans>}
          text={
            <Trans>
              Places where you have used a pass will appear here once the app can reach our server. Check your
              connection.
            </Trans>
          }
        />
      ) : all.length === 0 ? (
        <>
          <EmptyState
            scene={<Scene name="temple" />}
            title={<Trans>No places to show yet</Trans>}
            text={
              <Trans>
                Places where you use a pass appear here, with the day and time. The list is updated when you are online.
              </Trans>
            }
            actions={
              <LinkButton to="/attractions" full>
                <Trans>See the attractions</Trans>
              </LinkButton>
            }
          />
          <p className={list.age}>
            <DataAge at={at} />
          </p>
        </>
      ) : (
        <Columns
          first
          scene="temple"
          aside={
            passes.size > 1 && (
              <div className={list.chips} role="group" aria-label={t`Pass`}>
                <FilterChip selected={pass === undefined} onClick={() => choose(undefined)}>
                  <Trans>All passes</Trans>
                </FilterChip>
                {[...passes.values()].map((use) => (
                  <FilterChip
                    key={use.passUid}
                    selected={pass === use.passUid}
                    onClick={() => choose(pass === use.passUid ? undefined : use.passUid)}
                  >
                    {use.passType} · {date(use.at, 'short')}
                  </FilterChip>
                ))}
              </div>
            )
          }
        >
          {[...days.values()].map((uses) => (
            <Day key={uses[0]?.entryUid} uses={uses} />
          ))}
          <p className={list.age}>
            <DataAge at={at} />
          </p>
        </Columns>
      )}
    </main>
  )
}

function Day({ uses }: { uses: Use[] }) {
  const { date } = useFormat()
  return (
    <section className={list.day}>
      <h2>{date(uses[0]?.at ?? 0, 'day')}</h2>
      <ul className={shelf.shelf}>
        {uses.map((use) => (
          <Visit key={use.entryUid} use={use} />
        ))}
      </ul>
    </section>
  )
}

function Visit({ use }: { use: Use }) {
  const { time } = useFormat()
  const place = useCatalogue().data?.attractions.find(({ gdsUid }) => gdsUid === use.gdsUid)
  const at = time(use.at)
  const name = place?.shortName ?? use.name
  return (
    <li className={shelf.visit} data-stamped={use.gdsUid}>
      <span className={shelf.disc}>
        {place ? (
          <Scene name={place.scene} place={place.gdsUid} hour={hourOf(use.at)} crop="porthole" />
        ) : (
          <Icon of={TicketPercent} size={32} />
        )}
      </span>
      {place ? (
        <Link
          to="/attractions/$detail"
          params={{ detail: use.gdsUid }}
          className={cx(list.name, screen.cover)}
          title={use.name}
        >
          {name}
        </Link>
      ) : (
        <span className={list.name}>{name}</span>
      )}
      <p className={screen.second}>
        {at} · {use.passType}
        {use.group && ` · ${use.group}`}
      </p>
      {use.kind === 'discount' && (
        <Tag tone="camellia" icon={TicketPercent}>
          <Trans>Partner discount</Trans>
        </Tag>
      )}
    </li>
  )
}
