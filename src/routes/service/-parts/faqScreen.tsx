import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Share } from 'lucide-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Scene } from '#art/scene.tsx'
import { search as find, searchable } from '#contract/rules/search.ts'
import { useFaqs, type Faq } from '#data/help.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Details } from '#ui/details.tsx'
import { FilterChip } from '#ui/filterChip.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../-shared/columns.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import chips from '../../-shared/filterChips.module.css'
import { HelpLinks } from '../../-shared/helpLinks.tsx'
import { LoadError } from '../../-shared/loadError.tsx'
import screen from '../../-shared/screen.module.css'
import { SearchField } from '../../-shared/searchField.tsx'
import { useShare } from '../../-shared/useShare.ts'
import styles from './faq.module.css'

export interface FaqSearch {
  q?: string
  /** Code of a category. */
  topic?: string
  /** Id of the question that is open at first. */
  question?: string
}

interface Props {
  search: FaqSearch
  onChange: (search: FaqSearch, entry: 'replace' | 'push') => void
}

/** Renders `/service/faq`: the frequent questions by category, searched on the phone. Works offline once loaded. */
export function FaqScreen({ search, onChange }: Props) {
  const { t } = useLingui()
  const { status, data, at, failure, reload } = useFaqs()
  const { q = '', topic, question } = useDeferredValue(search)
  const faqs = data?.list ?? []
  const names = new Map(faqs.map(({ categoryCd, category: name }) => [categoryCd, name]))
  // A category that does not exist filters nothing.
  const chosen = topic !== undefined && names.has(topic) ? topic : undefined
  const inCategory = chosen === undefined ? faqs : faqs.filter(({ categoryCd }) => categoryCd === chosen)
  const matches = find(q, inCategory, (faq) => searchable([faq.question], [faq.answer, faq.category]))
  const groups = q.trim() === '' ? [...Map.groupBy(matches, ({ categoryCd }) => categoryCd).values()] : [matches]
  return (
    <main data-screen="/service/faq" className={screen.reading}>
      <TopBar title={<Trans>FAQ</Trans>} back="/home" />
      {status === 'failed' ? (
        <LoadError
          scene="harbour"
          title={<Trans>Could not load the questions</Trans>}
          failure={failure}
          onRetry={() => void reload()}
        />
      ) : (
        <Columns scene="harbour" aside={<HelpLinks current="/service/faq" />}>
          <SearchField
            label={t`Search questions`}
            placeholder={t`Refund, QR code, children`}
            word={search.q ?? ''}
            onWord={(word) => onChange({ ...(topic && { topic }), ...(word && { q: word }) }, 'replace')}
          />
          {!data ? (
            <>
              <LoadingLine label={t`Loading the questions`} />
              {['a', 'b', 'c', 'd', 'e'].map((key) => (
                <Skeleton key={key} height="3.25rem" />
              ))}
            </>
          ) : (
            <>
              <div className={chips.chips} role="group" aria-label={t`Category`}>
                <FilterChip selected={chosen === undefined} onClick={() => onChange(q ? { q } : {}, 'push')}>
                  <Trans>All</Trans>
                </FilterChip>
                {[...names].map(([code, name]) => (
                  <FilterChip
                    key={code}
                    selected={chosen === code}
                    onClick={() => onChange({ ...(q && { q }), ...(chosen !== code && { topic: code }) }, 'push')}
                  >
                    {name}
                  </FilterChip>
                ))}
              </div>
              <p role="status" className={q.trim() === '' ? 'visually-hidden' : screen.second}>
                <Plural value={matches.length} one="# question" other="# questions" />
              </p>
              {matches.length === 0 ? (
                <Nothing onAll={() => onChange({}, 'push')} />
              ) : (
                groups.map((group) => (
                  <Questions
                    key={group[0]?.categoryCd}
                    faqs={group}
                    isTitled={q.trim() === '' && chosen === undefined}
                    opened={question}
                  />
                ))
              )}
              <p className={screen.second}>
                <DataAge at={at} />
              </p>
            </>
          )}
        </Columns>
      )}
    </main>
  )
}

function Nothing({ onAll }: { onAll: () => void }) {
  return (
    <EmptyState
      scene={<Scene name="forest" />}
      title={<Trans>No results</Trans>}
      text={<Trans>Try another word. If you do not find an answer, write to us.</Trans>}
      actions={
        <>
          <Button kind="outline" full onClick={onAll}>
            <Trans>Show all questions</Trans>
          </Button>
          <LinkButton kind="quiet" full to="/service/inquiry">
            <Trans>Contact us</Trans>
          </LinkButton>
        </>
      }
    />
  )
}

/** Renders questions of one category, or the results of a search. */
function Questions({ faqs, isTitled, opened }: { faqs: Faq[]; isTitled: boolean; opened: string | undefined }) {
  return (
    <section className={styles.group}>
      {isTitled && <h2>{faqs[0]?.category}</h2>}
      <ul>
        {faqs.map((faq) => (
          <Question key={faq.id} faq={faq} isOpened={faq.id === opened} />
        ))}
      </ul>
    </section>
  )
}

/** Renders a question that opens its answer. The one of a shared link is open, in view and focused. */
function Question({ faq: { id, question, answer }, isOpened }: { faq: Faq; isOpened: boolean }) {
  const share = useShare()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isOpened) return
    row.current?.querySelector('summary')?.focus({ preventScroll: true })
    row.current?.scrollIntoView({ block: 'center' })
  }, [isOpened])
  return (
    <li ref={row}>
      <Details summary={question} open={isOpened}>
        <p className={styles.answer}>{answer}</p>
        <Button
          kind="quiet"
          size="small"
          icon={Share}
          onClick={() => void share(question, `${location.origin}/service/faq?question=${encodeURIComponent(id)}`)}
        >
          <Trans>Share</Trans>
        </Button>
      </Details>
    </li>
  )
}
