/**
 * The form of a recorded story (`tests/compat/<version>/<story>.json`). Placeholders in requests:
 *
 *   {{anna.email}}            a value that the test provides
 *   {{3:data.accessToken}}    from the answer to exchange 3; {{3:headers.etag}} from its headers
 *   {{uuid:4}}                a fresh UUID; the same number is the same UUID
 *   {{now:-65000}}            the time of the request plus so many ms
 *   {{publicKey}}, {{proof:nonce}}   the device key of the client; its signature over a nonce
 *   {{giftProof:giftUid:passUid:epoch:recipient:deviceUid}}  its signature over a gift, from version 2 on
 *   {{code:passUid:ms}}       a live code of that pass, drawn so many ms after the time of the request
 */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

export interface Exchange {
  by: string
  /** ms since the beginning of the story. */
  at: number
  /** Name of the call, also of the schema of its answer in `answers.json`. */
  call: string
  method: string
  path: string
  query?: Record<string, string>
  headers: Record<string, string>
  body?: Json
  answer: {
    http: number
    code: string | null
    /** The status had `serverNow` and echoed the nonce. */
    clock?: true
    /** Names of headers that the client reads. */
    headers?: string[]
    /** Paths of lists that had entries. */
    filled?: string[]
    /** Values that the client acts on, by their path in `data`. */
    decisive?: Record<string, Json>
    /** A later server may refuse it, with a code of `codes.json`. */
    mayBeRefused?: true
  }
}
