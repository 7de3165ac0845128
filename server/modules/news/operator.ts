import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { answerCommand, readCommand } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import { listCampaigns, previewCampaign, startCampaign, stopCampaign, type Offer } from './campaign.ts'
import { checkPath, offerInput } from './offer.ts'

/** `/operator/offers`, for `npm run news:…`. */

/** Adds the pages that list, preview, send and stop offers. They answer `answerCommand`. */
export const offerPages = (app: FastifyInstance, deps: Deps): void => {
  const read = async (body: unknown): Promise<Offer> => {
    const offer = readCommand(offerInput, body)
    await checkPath(deps.db, offer)
    return offer
  }
  app.get(
    '/operator/offers',
    forOperator(deps, async () => ({ body: await listCampaigns(deps.db) })),
  )
  app.post(
    '/operator/offers/preview',
    forOperator(deps, (_params, body) => answerCommand(async () => previewCampaign(deps, await read(body)))),
  )
  app.post(
    '/operator/offers',
    forOperator(deps, (_params, body, operator) =>
      answerCommand(async () => {
        const offer = await read(body)
        const { recipients, pushesFrom } = await previewCampaign(deps, offer)
        await startCampaign(deps, offer, operator)
        return { campaign: offer.campaign, recipients, pushesFrom }
      }),
    ),
  )
  app.post(
    '/operator/offers/:campaign/stop',
    forOperator(deps, ({ campaign = '' }, _body, operator) =>
      answerCommand(async () => {
        await stopCampaign(deps, { campaign, operator })
        return { campaign }
      }),
    ),
  )
}
