import { Trans, useLingui } from '@lingui/react/macro'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { toMap, type MapPoint } from '#contract/rules/mapProjection.ts'
import { useLocale } from '#i18n/useLocale.ts'
import { BaseLayer } from './baseLayer.tsx'
import { clustersOf, type Cluster } from './clusters.ts'
import { LabelLayer } from './labelLayer.tsx'
import styles from './map.module.css'
import { MapControls } from './mapControls.tsx'
import { mapLabels } from './mapLabels.ts'
import { MapMotion, REACH, type DrawnView } from './mapMotion.ts'
import { corePoints, type MapPlace } from './mapPlaces.ts'
import { fitView, panView, SCALE_MAX, zoomView, type MapView, type Size } from './mapView.ts'
import { Marker } from './marker.tsx'
import { useBubbleText } from './useBubbleText.ts'
import { useGestures } from './useGestures.ts'

interface Props {
  places: readonly MapPlace[]
  selected: string | undefined
  /** The place whose row the pointer is on. */
  hovered: string | null
  onSelect: (key: string | undefined) => void
  /** The visitor's position; the map goes there when it changes. */
  position: MapPoint | null
  /** Returns how many pixels at the bottom of the map the sheet covers. */
  coveredPx: () => number
  /** Buttons beside those of the map. */
  children: ReactNode
}

/** Pixels of a press of an arrow key. */
const KEY_STEP = 80
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
}
/** A place is brought into view at this scale or above. */
const PLACE_SCALE = 0.35
/** Below this scale a place is shown among the whole city, so that selecting it enlarges the map. */
const PLACE_SCALE_MIN = 0.2
/** Pixels that a selected marker keeps from the edge. */
const EDGE_PX = 56

/** The view of the last visit in this page, so that going back from a place shows the same part of the city. */
let lastView: MapView | null = null

/** Renders the map once its size is known. */
export function MapCanvas(props: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((before) =>
        before && before.width === width && before.height === height
          ? before
          : { width: width || 390, height: height || 600 },
      )
    }
    measure()
    if (!('ResizeObserver' in globalThis)) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className={styles.frame}>
      {size && <Surface {...props} size={size} />}
    </div>
  )
}

/** Corners of what a first visit shows: from Dadaepo in the west to Songjeong, and up to the hot springs. */
const CITY = [toMap({ lat: 35.21, lon: 128.985 }), toMap({ lat: 35.045, lon: 129.205 })]

const firstView = ({ places, selected, coveredPx, size }: Props & { size: Size }): MapView => {
  if (lastView) return lastView
  const place = places.find(({ key }) => key === selected)
  return fitView(place ? [place] : CITY, size, coveredPx())
}

const isInView = (point: MapPoint, view: MapView, { width, height }: Size, covered: number): boolean => {
  const [x, y] = [(point.x - view.x) * view.scale + width / 2, (point.y - view.y) * view.scale + height / 2]
  return x > EDGE_PX && x < width - EDGE_PX && y > EDGE_PX && y < height - covered - EDGE_PX
}

function Surface(props: Props & { size: Size }) {
  const { places, selected, hovered, onSelect, position, coveredPx, children, size } = props
  const { t } = useLingui()
  const locale = useLocale()
  const bubbleText = useBubbleText()
  const hintId = useId()
  const surface = useRef<HTMLDivElement>(null)
  const panes = useRef<(HTMLDivElement | null)[]>([])
  const [start] = useState(() => firstView(props))
  const [drawn, setDrawn] = useState<DrawnView>({ window: start, anchor: start })
  const [motion] = useState(() => new MapMotion(start, setDrawn))
  useGestures(surface, motion)

  useLayoutEffect(() => {
    motion.attach(
      panes.current.filter((each) => each !== null),
      size,
      drawn,
    )
  }, [motion, size, drawn])
  useEffect(() => {
    lastView = drawn.window
  }, [drawn])

  const selectedPlace = places.find(({ key }) => key === selected)
  const { x: selectedX, y: selectedY } = selectedPlace ?? {}
  useEffect(() => {
    if (selectedX === undefined || selectedY === undefined) return
    const [point, covered] = [{ x: selectedX, y: selectedY }, coveredPx()]
    const { view } = motion
    if (view.scale >= PLACE_SCALE_MIN && isInView(point, view, motion.size, covered)) return
    const scale = Math.max(view.scale, PLACE_SCALE)
    motion.go({ x: point.x, y: point.y + covered / 2 / scale, scale })
  }, [motion, selectedX, selectedY, coveredPx])
  useEffect(() => {
    if (position) motion.go({ ...position, scale: Math.max(motion.view.scale, PLACE_SCALE) })
  }, [motion, position])

  const { anchor } = drawn
  const clusters = useMemo(() => clustersOf(places, anchor.scale, selected), [places, anchor.scale, selected])
  const labels = useMemo(
    () => mapLabels(clusters, selected, anchor.scale, locale),
    [clusters, selected, anchor.scale, locale],
  )
  const isNear = ({ x, y }: MapPoint): boolean =>
    Math.abs(x - anchor.x) * anchor.scale < size.width * REACH &&
    Math.abs(y - anchor.y) * anchor.scale < size.height * REACH
  const byKey = useMemo(() => new Map(clusters.map((each) => [each.key, each])), [clusters])
  const pressRef = useRef((_key: string): void => undefined)
  useLayoutEffect(() => {
    pressRef.current = (key) => {
      const cluster = byKey.get(key)
      if (!cluster) return
      if (cluster.places.length === 1) onSelect(key)
      else if (motion.view.scale >= SCALE_MAX * 0.99) onSelect(cluster.places[0]?.key)
      else motion.go(splitView(cluster, motion, coveredPx()))
    }
  }, [byKey, onSelect, motion, coveredPx])
  // Stays the same while what it does changes, so that markers are not rendered for it.
  const onPress = useCallback((key: string): void => pressRef.current(key), [])

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the browser, which zoom the page or go back.
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const { view } = motion
    const arrow = ARROWS[event.key]
    if (arrow) motion.go(panView(view, motion.size, ...arrow))
    else if (event.key === '+' || event.key === '=') motion.go(zoomView(view, motion.size, 2))
    else if (event.key === '-') motion.go(zoomView(view, motion.size, 0.5))
    else return
    event.preventDefault()
  }
  const showAll = (): void => {
    if (places.length > 0) motion.go(fitView(corePoints(places), motion.size, coveredPx()))
  }
  return (
    <>
      <p id={hintId} hidden>
        <Trans>Arrow keys move the map; plus and minus zoom in and out. The list has the same places.</Trans>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles its keys */}
      <div
        ref={surface}
        className={styles.surface}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it
        tabIndex={0}
        role="application"
        aria-label={t`Map of Busan`}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
      >
        <div ref={(element) => void (panes.current[0] = element)} className={styles.pane}>
          <BaseLayer drawn={drawn} size={size} />
        </div>
        <div ref={(element) => void (panes.current[1] = element)} className={styles.pane}>
          <LabelLayer labels={labels.filter(isNear)} anchor={anchor} />
          {position && (
            <span
              className={styles.position}
              style={{
                translate: `${(position.x - anchor.x) * anchor.scale}px ${(position.y - anchor.y) * anchor.scale}px`,
              }}
            />
          )}
          {clusters.filter(isNear).map(({ key, x, y, places: group }) => {
            const [first] = group
            const name = first?.place.name ?? ''
            const tier = bubbleText(first?.bubble ?? null)
            return (
              <Marker
                key={key}
                id={key}
                x={(x - anchor.x) * anchor.scale}
                y={(y - anchor.y) * anchor.scale}
                count={group.length}
                label={group.length > 1 ? t`${group.length} places, zoom in` : t`${name}: ${tier}`}
                bubble={first?.bubble ?? null}
                letter={first?.place.passGroup ?? ''}
                selected={key === selected}
                lit={hovered !== null && group.some((each) => each.key === hovered)}
                onPress={onPress}
              />
            )
          })}
        </div>
      </div>
      <MapControls
        onZoom={(factor) => motion.go(zoomView(motion.view, motion.size, factor))}
        onShowAll={showAll}
        isLargest={anchor.scale >= SCALE_MAX * 0.99}
      >
        {children}
      </MapControls>
    </>
  )
}

/** Returns a view in which the places of a cluster have markers of their own, as far as the map can be enlarged. */
const splitView = ({ places, x, y }: Cluster<MapPlace>, motion: MapMotion, covered: number): MapView => {
  const { view, size } = motion
  const fitted = fitView(places, size, covered)
  const scale = Math.min(Math.max(fitted.scale, view.scale * 2), SCALE_MAX)
  return { x, y: y + covered / 2 / scale, scale }
}
