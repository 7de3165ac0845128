import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { readCommand } from '#server/http/command.ts'
import { forOperator } from '#server/http/operator.ts'
import { listCampaigns, previewCampaign, startCampaign, stopCampaign, type Offer } from './campaign.ts'
import { checkPath, offerInput } from './offer.ts'

/** `/operator/offers`, for `npm run news:…`. */

/** Adds the pages that list, preview, send and stop offers. */
export const offerPages = (app: FastifyInstance, deps: Deps): void => {
  const read = async (body: Buffer): Promise<Offer> => {
    const offer = readCommand(offerInput, body)
    await checkPath(deps.db, offer)
    return offer
  }
  app.get(
    '/operator/offers',
    forOperator(deps, () => listCampaigns(deps.db)),
  )
  app.post(
    '/operator/offers/preview',
    forOperator(deps, async ({ body }) => previewCampaign(deps, await read(body))),
  )
  app.post(
    '/operator/offers',
    forOperator(deps, async ({ body, operator }) => {
      const offer = await read(body)
      const { recipients, pushesFrom } = await previewCampaign(deps, offer)
      await startCampaign(deps, offer, operator)
      return { campaign: offer.campaign, recipients, pushesFrom }
    }),
  )
  app.post(
    '/operator/offers/:campaign/stop',
    forOperator(deps, async ({ params: { campaign = '' }, operator }) => {
      await stopCampaign(deps, { campaign, operator })
      return { campaign }
    }),
  )
}
