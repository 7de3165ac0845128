/** What a browser says of the network: `NetworkInformation`, where it has that. */
export interface Connection {
  effectiveType?: string
  saveData?: boolean
}

/** Returns whether files may be fetched before they are needed: not on 2G, and not with Save-Data (spec 9.24). */
export const isPrefetchAllowed = (connection: Connection | undefined): boolean =>
  connection?.saveData !== true && connection?.effectiveType?.endsWith('2g') !== true
