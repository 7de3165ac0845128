import { Trans, useLingui } from '@lingui/react/macro'
import { LocateFixed } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { toMap } from '#contract/rules/mapProjection.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { IconButton } from '#ui/button.tsx'
import { useIsWide } from '#ui/useMedia.ts'
import styles from './map.module.css'
import { MapCanvas } from './mapCanvas.tsx'
import { MapFilters } from './mapFilters.tsx'
import { mapPlaces } from './mapPlaces.ts'
import type { MapSearch } from './mapSearch.ts'
import { PlaceSheet, type Stop } from './placeSheet.tsx'
import { PositionText } from './positionText.tsx'
import { useMyPosition } from './useMyPosition.ts'

interface Props {
  search: MapSearch
  onChange: (search: MapSearch) => void
}

/**
 * Renders `/map`: the attractions on a map that is drawn on the phone, and the same places as a list. Works offline.
 */
export function MapScreen({ search, onChange }: Props) {
  const { t } = useLingui()
  const isWide = useIsWide()
  const { data, status, at, refresh } = useCatalogue()
  const now = useNow(MINUTE_MS)
  const { state, position, locate } = useMyPosition()
  const [stop, setStop] = useState<Stop>(search.place === undefined ? 'peek' : 'half')
  const [hovered, setHovered] = useState<string | null>(null)
  const sheet = useRef<HTMLElement>(null)
  const { place, ...filters } = search
  const { category, group, free, open } = filters
  const places = useMemo(
    () =>
      mapPlaces(
        data?.attractions ?? [],
        { ...(category && { category }), ...(group && { group }), ...(free && { free }), ...(open && { open }) },
        now,
        position,
      ),
    [data, category, group, free, open, now, position],
  )
  const positionOnMap = useMemo(() => position && toMap(position), [position])
  // A place that the filters leave out is not selected, and neither is an unknown one.
  const selected = places.find(({ key }) => key === place)

  const select = (key: string | undefined): void => {
    if (key !== undefined && stop !== 'half') setStop('half')
    onChange({ ...filters, ...(key !== undefined && { place: key }) })
  }
  const coveredPx = useCallback((): number => {
    const element = sheet.current
    if (!element || getComputedStyle(element).position !== 'absolute') return 0
    // The sheet may still grow to the stop that shows the place.
    const height = element.parentElement?.parentElement?.clientHeight ?? 0
    return Math.max(element.offsetHeight, place === undefined ? 0 : height * 0.46)
  }, [place])
  return (
    <main data-screen="/map" className={styles.screen} aria-busy={status === 'loading'} data-stop={stop}>
      <div className={styles.panel}>
        {/* The heading takes the focus, so what hides it on phones is around it. */}
        <div className={isWide ? styles.title : 'visually-hidden'}>
          <h1 tabIndex={-1}>
            <Trans>Map</Trans>
          </h1>
        </div>
        <MapFilters
          filters={filters}
          onChange={(next) => onChange({ ...next, ...(place !== undefined && { place }) })}
        />
        <PlaceSheet
          ref={sheet}
          catalogue={{ status, at, refresh }}
          places={places}
          selected={selected}
          stop={stop}
          onStop={setStop}
          onSelect={select}
          onHover={setHovered}
          onClear={() => onChange({})}
        />
      </div>
      <MapCanvas
        places={places}
        selected={selected?.key}
        hovered={hovered}
        onSelect={select}
        position={positionOnMap}
        coveredPx={coveredPx}
      >
        <IconButton
          raised
          icon={LocateFixed}
          label={t`My location`}
          aria-busy={state === 'locating'}
          onClick={locate}
        />
      </MapCanvas>
      <PositionText state={state} />
      <p className={styles.credit}>
        <Trans>
          Coast:{' '}
          <a href="https://sgis.kostat.go.kr/" target="_blank" rel="noreferrer">
            Statistics Korea
          </a>
          , simplified
        </Trans>
      </p>
    </main>
  )
}
