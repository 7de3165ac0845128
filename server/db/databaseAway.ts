/** The database is unreachable or stuck. The API answers 503 `E_UNAVAILABLE`. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}
