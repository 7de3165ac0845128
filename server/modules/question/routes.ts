import * as question from '#contract/calls/question.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { paceMember } from '#server/modules/session/service.ts'
import { questionPages } from './operator.ts'
import { askQuestion, listQuestions, withdrawQuestion } from './service.ts'

const routes: Served[] = [
  serve(question.list, ({ query }, { deps, member }) => listQuestions(deps.db, query, member?.memberId ?? null)),

  serve(question.insert, async ({ body: { privateYn, ...body } }, { deps, member: { memberId }, write }) => {
    await paceMember(deps, 'question', memberId)
    return write((tx) => askQuestion(tx, { ...body, isPrivate: privateYn === 'Y' }, memberId, deps.clock()))
  }),

  serve(question.withdraw, ({ body }, { member: { memberId }, write }) => {
    const questionUid = body.questionUid.toLowerCase()
    return write(async (tx) => {
      await withdrawQuestion(tx, questionUid, memberId)
      return { questionUid }
    })
  }),
]

export const questionModule = defineModule({ name: 'question', routes, pages: [questionPages] })
