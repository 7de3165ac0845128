import { GUIDES } from '#contract/guides.ts'
import { PRODUCT_PICTURE } from '#contract/rules/previewPicture.ts'

/** The pages whose preview is no record. Every other page is private: no search engine lists it. */

export interface FixedPage {
  /** Id of the message with its description. */
  text: string
  picture: string
}

/** Pages for everybody, by address. */
export const PUBLIC_PAGES: Readonly<Record<string, FixedPage>> = {
  '/home': { text: 'preview.home', picture: PRODUCT_PICTURE },
  '/attractions': { text: 'preview.attractions', picture: 'skydeck' },
  '/pass': { text: 'preview.pass', picture: PRODUCT_PICTURE },
  '/hotel': { text: 'preview.hotel', picture: 'skydeck' },
  '/tour': { text: 'preview.tour', picture: 'temple' },
  '/activity': { text: 'preview.activity', picture: 'yacht' },
  '/voucher': { text: 'preview.voucher', picture: 'market' },
  '/about': { text: 'preview.about', picture: PRODUCT_PICTURE },
  '/visit': { text: 'preview.visit', picture: 'harbour' },
  '/whichPass': { text: 'preview.whichPass', picture: PRODUCT_PICTURE },
  '/recommend': { text: 'preview.recommend', picture: 'beachtrain' },
  '/promotion': { text: 'preview.promotion', picture: 'market' },
  '/travelInfo': { text: 'preview.travelInfo', picture: 'gamcheon' },
  '/directions': { text: 'preview.directions', picture: 'cablecar' },
  '/helpCards': { text: 'preview.helpCards', picture: 'market' },
  '/map': { text: 'preview.map', picture: 'harbour' },
  '/service/faq': { text: 'preview.faq', picture: 'harbour' },
  '/service/notice': { text: 'preview.notice', picture: 'harbour' },
  '/service/policy': { text: 'preview.policy', picture: PRODUCT_PICTURE },
  '/service/inquiry': { text: 'preview.inquiry', picture: 'harbour' },
  '/liveChat': { text: 'preview.liveChat', picture: 'harbour' },
}

/** Addresses that show the page of another address. */
export const ALIASES: Readonly<Record<string, string>> = { '/': '/home' }

/** Pages of each guide to a pass (spec 2.14), below its first segment. */
export const GUIDE_PAGES = ['', '/benefits', '/purchase', '/use'] as const

/** Finds the guide of an address. */
export const GUIDE = new RegExp(`^/(${GUIDES.join('|')})(?:/|$)`)

/** What a gift link opens. Its key is behind `#`, which no request contains: the page says only that it is a gift. */
export const GIFT_PAGE = '/gift'

/** Public pages that are not to be listed: what they show depends on a question, on the device or on a link. */
export const UNLISTED_PAGES = [
  '/cart',
  '/gift',
  '/index-parking',
  '/join',
  '/load',
  '/login',
  '/searchView',
  '/setting',
  '/splash',
  '/test',
] as const

/**
 * Beginnings of the addresses that crawlers need not visit: they need a member, an order or an enrolment. Crawlers may
 * visit `UNLISTED_PAGES`, because only then do they read that they must not list them.
 */
export const UNVISITED = [
  '/api/',
  '/sandbox/',
  '/myPage',
  '/gate',
  '/newsFeed',
  '/pass/payment',
  '/pass/completed',
] as const
