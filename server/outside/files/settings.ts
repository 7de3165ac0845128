import * as z from 'zod/mini'
import { must } from '#server/settings.ts'

/** A bucket of an S3 service, addressed by path (`https://host/bucket/key`), and the key pair for it. */
export interface S3Bucket {
  /** Protocol, host and port. */
  origin: string
  bucket: string
  /** Empty, or ends in a slash: keys begin with it. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const REGION_DEFAULT = 'us-east-1'
const PATH = /^\/(?<bucket>[a-z\d][a-z\d.-]{1,61}[a-z\d])(?<prefix>(?:\/[\w-]+)*)\/?$/
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const PARAMETERS = new Set(['region', 'sslmode'])

/** Returns a percent-encoded text decoded; undefined for an empty or malformed one. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    return undefined
  }
}

/** Parses an address; undefined for an invalid one. */
const parseBucket = (value: string): S3Bucket | undefined => {
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, origin, pathname, username, password, searchParams, hash } = new URL(value)
  const { bucket, prefix = '' } = PATH.exec(pathname)?.groups ?? {}
  const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)]
  const region = searchParams.get('region') ?? REGION_DEFAULT
  const sslmode = searchParams.get('sslmode')
  const isEncrypted = protocol === 'https:' && sslmode === null
  const isExempted = protocol === 'http:' && (sslmode === 'disable' || (sslmode === null && LOOPBACK.has(hostname)))
  if (!(isEncrypted || isExempted) || hash !== '' || !/^[\w-]+$/.test(region)) return undefined
  if ([...searchParams.keys()].some((name) => !PARAMETERS.has(name))) return undefined
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return { origin, bucket, prefix: prefix && `${prefix.slice(1)}/`, region, accessKeyId, secretAccessKey }
}

/**
 * The schema of `FILES_S3_URL`. Plain http needs `sslmode=disable`, as the database does, unless the service is on this
 * machine. The sentence of a refusal does not show the value, which holds a secret.
 */
export const s3Bucket = z.pipe(
  z.transform((value: string) => parseBucket(value)),
  z.custom<S3Bucket>(
    (bucket) => bucket !== undefined,
    must(
      'be https://<key>:<secret>@<host>/<bucket>, the secret percent-encoded, with region=<region> if it is not us-east-1; http:// on a private network needs sslmode=disable',
    ),
  ),
)
