import * as card from '#contract/calls/card.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { countFailure } from '#server/modules/session/service.ts'
import { defineModule } from '#server/modules/module.ts'
import { cardPages } from './operator.ts'
import { handOver, listCards, readCardNumber, registerCard } from './service.ts'

const routes: Served[] = [
  serve(card.exchangeCardList, async (_input, { deps, member, locale }) => ({
    list: await listCards(deps, member.memberId, locale),
  })),

  serve(card.passInsert, async ({ query }, { deps, member: { memberId }, write }) => {
    // Throws for an invalid number before the attempt is counted: a typing error is not a guess.
    readCardNumber(query)
    const { forgive } = await countFailure(deps, 'card', memberId)
    const registered = await write((tx) => registerCard(tx, deps.keys, { ...query, memberId }, deps.clock()))
    await forgive()
    return registered
  }),

  serve(card.pickup, ({ body }, { deps, gate, write }) =>
    write((tx) => handOver(tx, deps.keys, body, gate, deps.clock())),
  ),
]

export const cardModule = defineModule({ name: 'card', routes, pages: [cardPages] })
