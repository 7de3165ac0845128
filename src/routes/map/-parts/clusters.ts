import type { MapPoint } from '#contract/rules/mapProjection.ts'

export interface Cluster<T> extends MapPoint {
  /** Stays the same while the same place leads the cluster. */
  key: string
  places: readonly T[]
}

/** Markers whose middles are closer than this number of pixels are one cluster. */
const CLUSTER_RADIUS_PX = 46

/**
 * Joins places whose markers would overlap at `scale` (pixels of a map unit). The order of the places decides which one
 * leads; `alone` is the key of a place that always has a marker of its own. A cluster is drawn in the middle of its
 * places. The result does not depend on the part of the map that is shown, so a pan changes no marker.
 */
export const clustersOf = <T extends MapPoint & { key: string }>(
  places: readonly T[],
  scale: number,
  alone?: string,
): Cluster<T>[] => {
  const radiusUnits = CLUSTER_RADIUS_PX / scale
  const taken = new Set<T>()
  return places.flatMap((first): Cluster<T>[] => {
    if (taken.has(first)) return []
    const group =
      first.key === alone
        ? [first]
        : places.filter(
            (each) =>
              !taken.has(each) && each.key !== alone && Math.hypot(each.x - first.x, each.y - first.y) < radiusUnits,
          )
    for (const each of group) taken.add(each)
    const middle = (axis: 'x' | 'y'): number => group.reduce((sum, each) => sum + each[axis], 0) / group.length
    return [{ key: first.key, x: middle('x'), y: middle('y'), places: group }]
  })
}
