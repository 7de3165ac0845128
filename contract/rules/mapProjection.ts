/** A point of the map in map units: east and south of the north-western corner of the land that is drawn. */
export interface MapPoint {
  x: number
  y: number
}

/** Degrees of the box of the map. Everything that the catalogue shows on the map is inside it. */
export const MAP_BOX = { west: 128.7, east: 129.45, south: 34.92, north: 35.56 } as const
/** Metres that a map unit stands for. The coastline is not known better than this. */
export const UNIT_METRES = 5

const DEGREE_METRES = 111_320
const UNITS_PER_LATITUDE = DEGREE_METRES / UNIT_METRES
/** The city is small enough for one scale: at its edges the error is below a thousandth. */
const UNITS_PER_LONGITUDE = UNITS_PER_LATITUDE * Math.cos((35.18 * Math.PI) / 180)

/** Returns a position in map units; positions outside the box are outside the map too. */
export const toMap = ({ lat, lon }: { lat: number; lon: number }): MapPoint => ({
  x: (lon - MAP_BOX.west) * UNITS_PER_LONGITUDE,
  y: (MAP_BOX.north - lat) * UNITS_PER_LATITUDE,
})

/** Returns whether a position is inside the box of the map. */
export const isOnMap = ({ lat, lon }: { lat: number; lon: number }): boolean =>
  lon >= MAP_BOX.west && lon <= MAP_BOX.east && lat >= MAP_BOX.south && lat <= MAP_BOX.north

/** The size of the map in map units. */
export const MAP_SIZE = toMap({ lat: MAP_BOX.south, lon: MAP_BOX.east })
