import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowUpDown } from 'lucide-react'
import { metroRoute, type MetroLeg } from '#contract/rules/metroRoute.ts'
import type { Directions } from '#data/directions.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/textArea.tsx'
import { LineBadge } from '../../-shared/metro/lineBadge.tsx'
import styles from './directions.module.css'

type Line = Directions['lines'][number]
type Station = Line['stations'][number]

/** The two stations, in the address, so that back, reload and a shared link restore them. */
export interface StationChoice {
  from?: string
  to?: string
}

interface Props {
  lines: readonly Line[]
  choice: StationChoice
  onChoose: (choice: StationChoice) => void
}

/** Renders the choice of two stations and the way between them: fewest transfers, then fewest stops. */
export function RouteFinder({ lines, choice, onChoose }: Props) {
  const { from, to } = choice
  const legs = from && to ? metroRoute(lines, from, to) : null
  const swapped: StationChoice = { ...(to && { from: to }), ...(from && { to: from }) }
  return (
    <section className={styles.finder}>
      <h2>
        <Trans>Find a metro route</Trans>
      </h2>
      <StationField
        label={<Trans context="station">From</Trans>}
        lines={lines}
        value={from}
        onChange={(id) => onChoose({ ...choice, from: id })}
      />
      <StationField
        label={<Trans context="station">To</Trans>}
        lines={lines}
        value={to}
        onChange={(id) => onChoose({ ...choice, to: id })}
      />
      {(from || to) && (
        <Button kind="quiet" size="small" icon={ArrowUpDown} onClick={() => onChoose(swapped)}>
          <Trans>Swap</Trans>
        </Button>
      )}
      <div role="status">{legs && <Way legs={legs} />}</div>
    </section>
  )
}

interface StationFieldProps {
  label: React.ReactNode
  lines: readonly Line[]
  value: string | undefined
  onChange: (id: string) => void
}

function StationField({ label, lines, value, onChange }: StationFieldProps) {
  const { t } = useLingui()
  const isStation = lines.some(({ stations }) => stations.some(({ id }) => id === value))
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={isStation ? value : ''} onChange={({ target }) => onChange(target.value)}>
          <option value="" disabled>
            {t`Station`}
          </option>
          {lines.map((line) => (
            <optgroup key={line.id} label={line.name}>
              {line.stations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Way({ legs }: { legs: readonly MetroLeg<Line, Station>[] }) {
  if (legs.length === 0) {
    return (
      <p>
        <Trans>You have chosen the same station twice.</Trans>
      </p>
    )
  }
  const stops = legs.reduce((sum, { stations }) => sum + stations.length - 1, 0)
  const transfers = legs.length - 1
  return (
    <>
      <p className={styles.sum}>
        <Plural value={stops} one="# stop" other="# stops" />
        {' · '}
        <Plural value={transfers} _0="no transfers" one="# transfer" other="# transfers" />
      </p>
      <ol className={styles.legs}>
        {legs.map((leg) => (
          <Leg key={leg.line.id} leg={leg} />
        ))}
      </ol>
      <p className={styles.hint}>
        <Trans>The route with the fewest transfers, then the fewest stops.</Trans>
      </p>
    </>
  )
}

function Leg({ leg: { line, stations, towards } }: { leg: MetroLeg<Line, Station> }) {
  const start = stations[0]?.name
  const end = stations.at(-1)?.name
  const terminus = towards.name
  const { name } = line
  const count = stations.length - 1
  return (
    <li>
      <LineBadge line={line} isNamed />
      <div>
        <b>
          {start} → {end}
        </b>
        <p>
          <Trans>
            {name} towards {terminus}
          </Trans>{' '}
          · <Plural value={count} one="# stop" other="# stops" />
        </p>
      </div>
    </li>
  )
}
