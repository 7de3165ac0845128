const EARTH_M = 6_371_000

interface Point {
  lat: number
  lon: number
}

/** Returns the distance between two points in metres, in a straight line over the ground (haversine). */
export const metresBetween = (a: Point, b: Point): number => {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLon = (b.lon - a.lon) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLon / 2) ** 2
  return Math.round(2 * EARTH_M * Math.asin(Math.sqrt(h)))
}
