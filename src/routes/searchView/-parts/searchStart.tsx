import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Clock, Search } from 'lucide-react'
import { useCatalogue } from '#data/catalogue.ts'
import { forgetSearches, useRecentSearches } from '#data/recentSearches.ts'
import { Button } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import styles from './search.module.css'

const SUGGESTIONS_MAX = 8

/** Renders the recent searches of this phone, and suggested words. */
export function SearchStart() {
  const recent = useRecentSearches()
  return (
    <div className={styles.start}>
      {recent.length > 0 && (
        <section>
          <div className={styles.head}>
            <h2>
              <Trans>Recent searches</Trans>
            </h2>
            <Button kind="quiet" size="small" onClick={forgetSearches}>
              <Trans>Clear all</Trans>
            </Button>
          </div>
          <Words keywords={recent} icon={Clock} />
        </section>
      )}
      <SuggestedWords />
    </div>
  )
}

/** Renders the districts with the most attractions as words to search for; each has results. */
export function SuggestedWords() {
  const { data } = useCatalogue()
  const counts = new Map<string, number>()
  for (const { district } of data?.attractions ?? []) counts.set(district, (counts.get(district) ?? 0) + 1)
  const districts = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SUGGESTIONS_MAX)
    .map(([district]) => district)
  if (districts.length === 0) return null
  return (
    <section>
      <div className={styles.head}>
        <h2>
          <Trans>Suggested</Trans>
        </h2>
      </div>
      <Words keywords={districts} icon={Search} />
    </section>
  )
}

function Words({ keywords, icon }: { keywords: readonly string[]; icon: IconType }) {
  return (
    <ul className={styles.words}>
      {keywords.map((word) => (
        <li key={word}>
          <Link to="/searchView" search={{ q: word }} className={styles.word}>
            <Icon of={icon} size={16} />
            {word}
          </Link>
        </li>
      ))}
    </ul>
  )
}
