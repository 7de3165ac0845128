import sharp from 'sharp'
import { LOCALES } from '#contract/locales.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import type { App } from '../harness/factories.ts'

/** Photos of records, as an operator adds them. */

/** The texts of a good photo, as fields of the form. */
export const TEXTS: Record<string, string> = {
  credit: 'Kim Min-ji',
  ...Object.fromEntries(LOCALES.map((locale) => [`alt_${locale}`, `The tower by night (${locale})`])),
}

/** Draws a JPEG of a width and height in pixels; with `seed`, another picture of the same size. */
export const jpeg = (width: number, height: number, seed = 0): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 20 + 16 * (seed % 12), g: 60, b: 120 } } })
    .jpeg()
    .toBuffer()

/** Calls `/operator<path>` with an operator's token, or with the headers that are given. */
export const callOperator = async (
  { app, deps }: App,
  path: string,
  { method = 'POST', form, headers }: { method?: 'GET' | 'POST'; form?: FormData; headers?: object } = {},
) => {
  const packed = form && new Response(form)
  const answer = await app.inject({
    method,
    url: `/operator${path}`,
    headers: {
      authorization: `Bearer ${await operatorToken(deps.keys, deps.clock(), 'kim')}`,
      ...(packed && { 'content-type': packed.headers.get('content-type') ?? '' }),
      ...headers,
    },
    ...(packed && { payload: Buffer.from(await packed.arrayBuffer()) }),
  })
  return { http: answer.statusCode, body: answer.json<Record<string, unknown> & { sentence?: string }>() }
}

/** Adds a photo to a record; `texts` replace those of `TEXTS`, undefined leaves one out. */
export const addPhoto = (
  app: App,
  gdsUid: string,
  file: Uint8Array | null,
  texts: Record<string, string | undefined> = {},
) => {
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...TEXTS, ...texts })) if (text !== undefined) form.set(name, text)
  if (file) form.set('file', new Blob([new Uint8Array(file)]), 'photo.jpg')
  return callOperator(app, `/photos/${gdsUid}`, { form })
}
