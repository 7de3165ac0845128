import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Bus, Car, CreditCard, Languages, Map as MapIcon, Ship, TrainFront, type LucideIcon } from 'lucide-react'
import { useDirections, type Directions, type Way } from '#data/directions.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Details } from '#ui/details.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { LinkRow, LinkRows } from '../../-shared/linkRows.tsx'
import { LineBadge } from '../../-shared/metro/lineBadge.tsx'
import styles from './directions.module.css'
import { RouteFinder, type StationChoice } from './routeFinder.tsx'

const ICONS: Record<Way['mode'], LucideIcon> = {
  rail: TrainFront,
  metro: TrainFront,
  bus: Bus,
  taxi: Car,
  ferry: Ship,
  card: CreditCard,
  map: MapIcon,
}

interface Props {
  choice: StationChoice
  onChoose: (choice: StationChoice) => void
}

/**
 * Renders `/directions`: how to get to Busan and around in it, and ways by metro between two stations. Works offline.
 */
export function DirectionsScreen({ choice, onChoose }: Props) {
  const { t } = useLingui()
  const { status, data, at, reload } = useDirections()
  return (
    <main data-screen="/directions" aria-busy={status === 'loading'}>
      <TopBar
        title={<Trans>Getting around</Trans>}
        actions={
          <LinkButton kind="outline" size="small" icon={MapIcon} to="/map">
            <Trans>Map</Trans>
          </LinkButton>
        }
      />
      <LinkRows>
        <LinkRow to="/helpCards" icon={Languages} text={<Trans>Phrases to show to staff and drivers</Trans>}>
          <Trans>Korean help cards</Trans>
        </LinkRow>
      </LinkRows>
      {status === 'failed' ? (
        <CatalogueError title={t`Could not load the directions`} onRetry={() => void reload()} />
      ) : !data ? (
        <>
          <LoadingLine label={t`Loading the directions`} />
          <Skeleton height="12rem" />
          <Skeleton height="6rem" />
          <Skeleton height="6rem" />
        </>
      ) : (
        <>
          <Columns
            first
            aside={<RouteFinder lines={data.lines} choice={choice} onChoose={onChoose} />}
            scene="beachtrain"
          >
            <Ways title={<Trans>Getting to Busan</Trans>} ways={data.arriving} />
            <Ways title={<Trans>Getting around the city</Trans>} ways={data.around} />
            <Lines lines={data.lines} />
          </Columns>
          <p className={styles.age}>
            <DataAge at={at} />
          </p>
        </>
      )}
    </main>
  )
}

function Ways({ title, ways }: { title: React.ReactNode; ways: readonly Way[] }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ul className={styles.ways}>
        {ways.map((way) => (
          <li key={way.id} className={styles.way}>
            <span className={styles.badge}>
              <Icon of={ICONS[way.mode]} />
            </span>
            <div>
              <h3>{way.title}</h3>
              <Estimates way={way} />
              <p>{way.body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders the usual time and fare of a way, where they do not vary. */
function Estimates({ way: { minutes, fare } }: { way: Way }) {
  const { t } = useLingui()
  const { price } = useFormat()
  const amount = fare === null ? null : price(fare)
  const facts = [minutes === null ? null : t`about ${minutes} min`, amount === null ? null : t`about ${amount}`]
  const text = facts.filter((fact) => fact !== null).join(' · ')
  return text === '' ? null : <p className={styles.facts}>{text}</p>
}

function Lines({ lines }: { lines: Directions['lines'] }) {
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Lines and stations</Trans>
      </h2>
      <div>
        {lines.map((line) => {
          const count = line.stations.length
          return (
            <Details
              key={line.id}
              summary={
                <span className={styles.line}>
                  <LineBadge line={line} isNamed />
                  <span>
                    {line.name}
                    <small>
                      <Plural value={count} one="# station" other="# stations" />
                    </small>
                  </span>
                </span>
              }
            >
              <ol className={styles.stations} style={{ '--line-colour': line.color } as React.CSSProperties}>
                {line.stations.map((station) => (
                  <li key={station.id}>
                    {station.name}
                    <Transfers lines={lines} ids={station.transfers} />
                  </li>
                ))}
              </ol>
            </Details>
          )
        })}
      </div>
    </section>
  )
}

function Transfers({ lines, ids }: { lines: Directions['lines']; ids: readonly string[] }) {
  const joined = lines.filter((line) => line.stations.some(({ id }) => ids.includes(id)))
  return joined.map((line) => <LineBadge key={line.id} line={line} />)
}
