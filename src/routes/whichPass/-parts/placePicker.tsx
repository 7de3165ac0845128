import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import type { Catalogue } from '#contract/calls/main.ts'
import { filterAttractions } from '#contract/rules/attractionFilter.ts'
import { useFavouritePlaces } from '#data/favourites.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/textArea.tsx'
import type { PlanIds } from '../../-shared/planSearch.ts'
import { SearchField } from '../../-shared/searchField.tsx'
import { addPlaces, removePlace } from './editPlan.ts'
import styles from './finder.module.css'
import { PlacePrice } from './placePrice.tsx'

interface Props {
  plan: PlanIds
  catalogue: Catalogue
  onChange: (plan: PlanIds, entry: 'replace' | 'push') => void
}

/** Rows of the list before it is shown whole: the answer stays near on a phone. */
const ROWS = 8

/** Renders the ways to choose places: the favourites, a course, and the list with a search. */
export function PlacePicker({ plan, catalogue, onChange }: Props) {
  const { t } = useLingui()
  const [word, setWord] = useState('')
  const [isWhole, setWhole] = useState(false)
  const { attractions, courses } = catalogue
  const chosen = new Set(plan.days.flat())
  const favourites = (useFavouritePlaces() ?? []).filter(({ gdsUid }) => !chosen.has(gdsUid))
  const favouriteCount = favourites.length
  const matches = filterAttractions(attractions, { keyword: word })
  const total = matches.length
  const toggle = (id: string): void =>
    onChange(chosen.has(id) ? removePlace(plan, id) : addPlaces(plan, [id]), 'replace')
  const takeCourse = (id: string): void => {
    const course = courses.find((each) => each.id === id)
    if (course) onChange({ ...plan, days: course.days.map(({ gdsUids }) => gdsUids) }, 'push')
  }
  return (
    <section className={styles.section} aria-labelledby="picker">
      <h2 id="picker">
        <Trans>Choose places</Trans>
      </h2>
      {favouriteCount > 0 && (
        <Button
          kind="outline"
          icon={Heart}
          onClick={() =>
            onChange(
              addPlaces(
                plan,
                favourites.map(({ gdsUid }) => gdsUid),
              ),
              'push',
            )
          }
        >
          <Plural value={favouriteCount} one="Add # favourite" other="Add # favourites" />
        </Button>
      )}
      {courses.length > 0 && (
        <Field
          label={<Trans>Start from a course</Trans>}
          hint={<Trans>Its places will replace those in your plan.</Trans>}
        >
          {(control) => (
            <Select {...control} value="" onChange={({ target }) => takeCourse(target.value)}>
              <option value="" disabled>
                {t`Choose a course`}
              </option>
              {courses.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <SearchField label={t`Search attractions`} placeholder={t`Search attractions`} word={word} onWord={setWord} />
      <p role="status" className={styles.hint}>
        {word !== '' && <Plural value={total} _0="No results" one="# place" other="# places" />}
      </p>
      <ul className={styles.rows}>
        {(isWhole ? matches : matches.slice(0, ROWS)).map((place) => (
          <li key={place.gdsUid}>
            <label className={styles.pick}>
              <input type="checkbox" checked={chosen.has(place.gdsUid)} onChange={() => toggle(place.gdsUid)} />
              <span>
                {place.name}
                <PlacePrice place={place} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {!isWhole && total > ROWS && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          <Plural value={total} one="See the # place" other="See all # places" />
        </Button>
      )}
    </section>
  )
}
