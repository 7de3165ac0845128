import type { FastifyRequest } from 'fastify'

/**
 * Address of the files for Apple Wallet. Below `/api`, because the service worker answers other addresses of pages
 * itself.
 */
export const WALLET_FILES = '/api/wallet'

/** Addresses below which the path itself is the proof of who may read. No secret of any other route is in its path. */
const SECRET_PATHS = [WALLET_FILES]

/** Returns a path with `w%61llet` as `wallet`, as routes compare it. Never throws, whatever the caller has encoded. */
const decoded = (path: string): string =>
  path.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Returns the path of a request without its query, as the log may have it: of an address whose path is a secret the
 * pattern of its route (security 14.1), and `*` for the rest of it where no route answered.
 */
export const pathForLog = ({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string => {
  const path = url.split('?', 1)[0] ?? ''
  const compared = decoded(path)
  const secret = SECRET_PATHS.find((one) => compared.startsWith(`${one}/`))
  if (secret === undefined) return path
  return routeOptions.url?.startsWith(`${secret}/`) ? routeOptions.url : `${secret}/*`
}
