import type { FastifyInstance } from 'fastify'
import type { FieldError } from '#contract/errors.ts'
import { PHOTO_MAX_BYTES, PHOTO_RATIO_MAX, PHOTO_WIDTHS, PHOTOS_MAX } from '#contract/limits.ts'
import { isUuid } from '#contract/rules/bytes.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting } from '#server/http/command.ts'
import { Malformed } from '#server/http/json.ts'
import { parseMultipart } from '#server/http/multipart.ts'
import { forOperator, refuseStrangers } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { addPhoto, listPhotos, removePhoto } from './service.ts'

/** `/operator/photos`, for `npm run photo`. */

/** A photo, its texts and the multipart framing. */
const BODY_MAX_BYTES = PHOTO_MAX_BYTES + 64 * 1024
const NO_PHOTO = 'There is no photo with this id. npm run photo -- list names them.'

const REASONS: Record<string, string> = {
  malformed: 'cannot be read',
  required: 'is missing',
  text: 'must be one line of text',
  long: 'is too long',
  narrow: `is narrower than ${PHOTO_WIDTHS[0]} pixels`,
  ratio: `has a side more than ${PHOTO_RATIO_MAX} times as long as the other one`,
  duplicate: 'is a photo of this record already',
  full: `are ${PHOTOS_MAX} already, the most that a record may have`,
}

const NAMES: Record<string, string> = { form: 'the form', file: 'the file', photos: 'there' }
const nameOf = (field: string): string => NAMES[field] ?? `--${field.replace('_', '-')}`

/** Returns the refusal for a fault of the form, of its file or of a text. */
const notAdded = ({ field, reason }: FieldError): CommandRefused =>
  new CommandRefused('E_INPUT', `Nothing was added: ${nameOf(field)} ${REASONS[reason] ?? reason}.`)

/**
 * Adds `GET /operator/photos`, which lists all photos; `POST /operator/photos/:id`, which adds the photo of a multipart
 * form to an attraction or to goods, and `POST /operator/photos/:id/remove`, which removes one. They answer with a
 * sentence and change nothing: 404 for an unknown id, 422 for a photo that cannot be added, and 503 while the disk is full
 * or the object storage is away.
 */
export const photoOperatorPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/photos',
    forOperator(deps, async () => ({ photos: await listPhotos(deps.db) })),
  )
  app.post(
    '/operator/photos/:id',
    { bodyLimit: BODY_MAX_BYTES, onRequest: refuseStrangers(deps) },
    forOperator(deps, async ({ params: { id = '' }, body, operator, contentType }) => {
      try {
        const form = body.length > 0 ? parseMultipart(body, contentType) : {}
        return await addPhoto(deps, { gdsUid: id, form, operator })
      } catch (error) {
        if (error instanceof Malformed) throw notAdded({ field: 'form', reason: 'malformed' })
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'E_NOT_FOUND')
          throw new CommandRefused('E_NOT_FOUND', `There is no attraction and there are no goods "${id}".`)
        const [fault] = error.details.fields ?? []
        throw fault ? notAdded(fault) : error
      }
    }),
  )
  app.post(
    '/operator/photos/:id/remove',
    forOperator(deps, async ({ params: { id = '' }, operator }) => {
      if (!isUuid(id)) throw new CommandRefused('E_NOT_FOUND', NO_PHOTO)
      await expecting({ E_NOT_FOUND: ['E_NOT_FOUND', NO_PHOTO] }, () => removePhoto(deps, { photoUid: id, operator }))
      return {}
    }),
  )
}
