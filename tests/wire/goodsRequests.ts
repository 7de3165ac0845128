import { randomUUID } from 'node:crypto'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { DAY_MS } from '#contract/time.ts'
import { PERFUME } from '../reserve/reservationShop.ts'
import type { ValidRequest } from './validRequest.ts'

const content = 'Where is the desk?'
const rating = { rating: 4, content: 'Calm, clean and run by kind people.' }

/** The valid requests of the calls for goods: reservations, their codes, questions and reviews. */
export const GOODS_REQUESTS: Record<string, ValidRequest> = {
  'reserve.availability': () => ({ query: { goodsDtlId: PERFUME, startDate: undefined, endDate: undefined } }),
  'reserve.vacancy': (_, { clock }) => ({
    query: { startDate: koreanDate(clock() + 20 * DAY_MS), endDate: koreanDate(clock() + 22 * DAY_MS) },
  }),
  'reserve.cancel': ({ own }) => ({ body: { reserveId: own.held } }),
  'reserve.coupon': () => ({ query: { goodsDtlId: PERFUME } }),
  'reserve.create': ({ own }) => ({
    body: {
      quoteUid: own.goodsQuote,
      name: 'Mei Lin',
      email: 'guest@mail.example',
      mobile: '+886912345678',
      wish: 'A quiet room',
    },
  }),
  'reserve.goodsInfo': (_, { departure }) => ({
    query: { goodsCnt: '1', goodsDtlId: PERFUME, languageCd: 'CD0000000128', priceSn: departure },
  }),
  'reserve.list': () => ({
    query: {
      pageNum: '1',
      pageSize: '10',
      startDate: '20261121',
      endDate: '20271121',
      gdsTycd: undefined,
      languageCd: 'CD0000000128',
      type: 'upcoming',
    },
  }),
  'reserve.payInfo': ({ own }) => ({ body: { reserveId: own.held, couponUid: own.coupon } }),
  'goodsCode.show': ({ own }) => ({ body: { rsvtUid: own.booked } }),
  'goodsCode.use': ({ own }) => ({ body: { rsvtUid: own.booked, codeUid: own.goodsCode } }),
  'reserve.voucher': ({ own }) => ({ query: { rsvtUid: own.booked } }),
  'question.insert': () => ({
    body: { questionUid: randomUUID(), gdsUid: 'act-perfume', content, privateYn: 'N' },
  }),
  'question.list': () => ({ query: { pageNum: '1', pageSize: '10', gdsUid: 'act-perfume' } }),
  'question.withdraw': ({ own }) => ({ body: { questionUid: own.question } }),
  'review.insert': ({ own }) => ({ body: { rsvtUid: own.visited, ...rating, photos: [own.reviewFile] } }),
  'review.list': () => ({ query: { pageNum: '1', pageSize: '10', gdsUid: 'act-perfume', language: 'en' } }),
  'review.report': ({ own }) => ({ body: { reviewUid: own.review, reason: 'spam', detail: 'Not about the place' } }),
}
