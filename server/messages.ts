import type { MessageDescriptor } from '@lingui/core'
import { CONTENT_MESSAGES } from './messages/content.ts'
import { MEMBER_MESSAGES } from './messages/members.ts'
import { NEWS_MESSAGES } from './messages/news.ts'
import { PREVIEW_MESSAGES } from './messages/previews.ts'
import { WALLET_MESSAGES } from './messages/wallets.ts'

/** Messages that only the server uses (mails, news, names of codes, previews, wallet passes), in English. `lingui extract` reads the marks. */
export const MESSAGES: readonly (MessageDescriptor & { id: string; message: string })[] = [
  ...NEWS_MESSAGES,
  ...CONTENT_MESSAGES,
  ...MEMBER_MESSAGES,
  ...PREVIEW_MESSAGES,
  ...WALLET_MESSAGES,
  /*i18n*/ { id: 'mail.code.subject', message: 'Your Harbor Pass verification code' },
  /*i18n*/ { id: 'mail.code.hello', message: 'Hello! Here is your verification code:' },
  /*i18n*/ { id: 'mail.code.body', message: 'Enter this code within {minutes} minutes to confirm your email address.' },
  /*i18n*/ {
    id: 'mail.code.ignore',
    message: 'If you did not ask for a code, you can ignore this email. Nothing will change.',
  },
  /*i18n*/ { id: 'mail.sign', message: 'The Harbor Pass team' },
  /*i18n*/ { id: 'code.gender.male', message: 'Male' },
  /*i18n*/ { id: 'code.gender.female', message: 'Female' },
  /*i18n*/ { id: 'code.gender.none', message: 'Prefer not to say' },
  /*i18n*/ { id: 'code.goods.attraction', message: 'Attraction' },
  /*i18n*/ { id: 'code.goods.hotel', message: 'Hotel' },
  /*i18n*/ { id: 'code.goods.tour', message: 'Tour' },
  /*i18n*/ { id: 'code.goods.activity', message: 'Activity' },
  /*i18n*/ { id: 'code.goods.voucher', message: 'Voucher' },
  /*i18n*/ { id: 'code.goods.pass', message: 'Pass' },
  /*i18n*/ { id: 'code.category.open_late', message: 'Open late' },
  /*i18n*/ { id: 'code.category.outdoors', message: 'Outdoors' },
  /*i18n*/ { id: 'code.category.indoors', message: 'Indoors' },
  /*i18n*/ { id: 'code.category.food_drinks', message: 'Food and drinks' },
  /*i18n*/ { id: 'code.category.outside_city', message: 'Outside the city' },
  /*i18n*/ { id: 'code.category.theme_parks', message: 'Theme parks and rides' },
  /*i18n*/ { id: 'code.category.adults_only', message: 'Adults only' },
  /*i18n*/ { id: 'code.category.tours_cruises', message: 'Tours and cruises' },
  /*i18n*/ { id: 'code.category.less_crowds', message: 'Less crowded' },
  /*i18n*/ { id: 'code.category.culture_history', message: 'Cultural and historical sites' },
  /*i18n*/ { id: 'code.category.family', message: 'Family' },
  /*i18n*/ { id: 'code.category.other', message: 'Other' },
]
