import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronUp } from 'lucide-react'
import { useRef, type PointerEvent, type Ref } from 'react'
import { Scene } from '#art/scene.tsx'
import type { CatalogueView } from '#data/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsWide } from '#ui/useMedia.ts'
import { CatalogueError } from '../../-shared/catalogueError.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { BubbleLegend } from './bubbleLegend.tsx'
import type { MapPlace } from './mapPlaces.ts'
import { PlaceCard } from './placeCard.tsx'
import { MapRow } from './mapRow.tsx'
import styles from './sheet.module.css'

/** How far the sheet covers the map on phones: its head, about half, or all below the filters. */
export type Stop = 'peek' | 'half' | 'full'

const NEXT: Record<Stop, Stop> = { peek: 'half', half: 'full', full: 'peek' }
const UP: Record<Stop, Stop> = { peek: 'half', half: 'full', full: 'full' }
const DOWN: Record<Stop, Stop> = { peek: 'peek', half: 'peek', full: 'half' }
/** Pixels of a drag on the handle that move the sheet by one stop. */
const DRAG_FROM = 24

interface Props {
  ref: Ref<HTMLElement>
  catalogue: Pick<CatalogueView, 'status' | 'at' | 'refresh'>
  places: readonly MapPlace[]
  selected: MapPlace | undefined
  stop: Stop
  onStop: (stop: Stop) => void
  onSelect: (key: string | undefined) => void
  onHover: (key: string | null) => void
  /** Removes all filters. */
  onClear: () => void
}

/** Renders the card of the selected place, and all places as a list: a sheet over the map on phones, else beside it. */
export function PlaceSheet({ ref, catalogue, places, selected, stop, onStop, onSelect, onHover, onClear }: Props) {
  const { t } = useLingui()
  const isWide = useIsWide()
  const { status, at, refresh } = catalogue
  const list = useRef<HTMLUListElement>(null)
  const count = places.length
  const close = (): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])]
    const row = rows.find(({ dataset }) => dataset.place === selected?.key)
    onSelect(undefined)
    row?.focus({ preventScroll: true })
  }
  const title = status === 'ready' ? <Plural value={count} one="# place" other="# places" /> : <Trans>Places</Trans>
  return (
    <section ref={ref} className={styles.sheet} aria-label={t`List of places`}>
      <Handle stop={stop} onStop={onStop}>
        {title}
      </Handle>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what is inside */}
      <div
        className={styles.content}
        data-scroller
        // What has the focus must be visible.
        onFocus={stop === 'peek' ? () => onStop('half') : undefined}
        onKeyDown={({ key }) => {
          if (key === 'Escape' && selected) close()
        }}
      >
        <p role="status" className={isWide ? styles.count : 'visually-hidden'}>
          {title}
        </p>
        <LoadingLine label={t`Loading places`} active={status === 'loading'} />
        {selected && <PlaceCard key={selected.key} shown={selected} onClose={close} />}
        {status === 'failed' && <CatalogueError title={t`Could not load the list`} onRetry={() => void refresh()} />}
        {status === 'ready' && count === 0 && (
          <EmptyState
            scene={<Scene name="forest" />}
            title={<Trans>No results</Trans>}
            text={<Trans>Use fewer filters.</Trans>}
            actions={
              <Button kind="outline" onClick={onClear}>
                <Trans>Show all places</Trans>
              </Button>
            }
          />
        )}
        {count > 0 && <BubbleLegend />}
        <ul ref={list} className={styles.rows} onPointerLeave={() => onHover(null)}>
          {status === 'loading'
            ? [0, 1, 2, 3, 4, 5].map((index) => (
                <li key={index} className={styles.blank}>
                  <Skeleton height="3.5rem" />
                </li>
              ))
            : places.map((place) => (
                <MapRow
                  key={place.key}
                  shown={place}
                  selected={place.key === selected?.key}
                  onSelect={onSelect}
                  onHover={onHover}
                />
              ))}
        </ul>
        {status === 'ready' && <DataAge at={at} />}
      </div>
    </section>
  )
}

/** Renders the handle of the sheet: a press steps through the stops, a drag goes up or down. Hidden beside the map. */
function Handle({ stop, onStop, children }: { stop: Stop; onStop: (stop: Stop) => void; children: React.ReactNode }) {
  const startY = useRef<number | null>(null)
  const hasDragged = useRef(false)
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    startY.current = event.clientY
    hasDragged.current = false
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerUp = (event: PointerEvent): void => {
    if (startY.current === null) return
    const moved = event.clientY - startY.current
    startY.current = null
    hasDragged.current = Math.abs(moved) > DRAG_FROM
    if (hasDragged.current) onStop((moved < 0 ? UP : DOWN)[stop])
  }
  return (
    <button
      type="button"
      className={styles.handle}
      aria-expanded={stop !== 'peek'}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (startY.current = null)}
      onClick={() => {
        if (!hasDragged.current) onStop(NEXT[stop])
        hasDragged.current = false
      }}
    >
      <span className={styles.grip} />
      <span className={styles.handleTitle}>
        {children}
        <Icon of={ChevronUp} size={20} />
      </span>
    </button>
  )
}
