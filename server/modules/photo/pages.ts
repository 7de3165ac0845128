import type { FastifyInstance } from 'fastify'
import { isUuid } from '#contract/rules/bytes.ts'
import { PHOTO_FORMATS, PHOTOS } from '#contract/rules/photo.ts'
import type { Deps } from '#server/deps.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { matchesEtag } from '#server/http/shared.ts'
import { readPhoto } from './service.ts'

const SIZE = /^(?<width>[1-9]\d{2,3})\.(?<extension>avif|webp)$/
/** An id is never used twice, so that what an address names never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Adds `GET /photos/{photoUid}/{width}.avif` and `.webp`, without a token: what a page of everybody shows. */
export const photoPages = (app: FastifyInstance, deps: Deps): void => {
  app.get<{ Params: { photo: string; size: string } }>(`${PHOTOS}:photo/:size`, async ({ params, headers }, reply) => {
    reply.headers(DATA_HEADERS)
    const { width, extension } = SIZE.exec(params.size)?.groups ?? {}
    const format = PHOTO_FORMATS.find((each) => each === extension)
    if (!isUuid(params.photo) || !format) throw new Refusal('E_NOT_FOUND')
    const bytes = await readPhoto(deps, { photoUid: params.photo, width: Number(width), format })
    const etag = `"${params.photo}-${width}"`
    reply.headers({ etag, 'cache-control': IMMUTABLE })
    if (matchesEtag(headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type(`image/${format}`).send(bytes)
  })
}
