import type { Call } from './call.ts'
import * as account from './account.ts'
import * as admission from './admission.ts'
import * as attraction from './attraction.ts'
import * as card from './card.ts'
import * as cert from './cert.ts'
import * as codes from './codes.ts'
import * as coupon from './coupon.ts'
import * as easyLogin from './easyLogin.ts'
import * as file from './file.ts'
import * as gift from './gift.ts'
import * as gate from './gate.ts'
import * as inquiry from './inquiry.ts'
import * as main from './main.ts'
import * as mypage from './mypage.ts'
import * as newsfeed from './newsfeed.ts'
import * as pass from './pass.ts'
import * as payment from './payment.ts'
import * as pgLog from './pgLog.ts'
import * as posts from './posts.ts'
import * as receiptplace from './receiptplace.ts'
import * as point from './point.ts'
import * as profile from './profile.ts'
import * as purchase from './purchase.ts'
import * as push from './push.ts'
import * as recommendTour from './recommendTour.ts'
import * as stickyArea from './stickyArea.ts'
import * as recovery from './recovery.ts'
import * as session from './session.ts'
import * as refund from './refund.ts'
import * as reserve from './reserve.ts'
import * as review from './review.ts'
import * as sync from './sync.ts'
import * as terms from './terms.ts'
import * as venue from './venue.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value

/**
 * All calls by name (`pass.buyPass`): the server must serve each, the OpenAPI document lists each. Not for the browser,
 * which would load every schema.
 */
export const CALLS: ReadonlyMap<string, Call> = new Map(
  Object.entries({
    account,
    admission,
    attraction,
    card,
    cert,
    codes,
    coupon,
    easyLogin,
    file,
    gift,
    gate,
    inquiry,
    main,
    mypage,
    newsfeed,
    pass,
    payment,
    pgLog,
    posts,
    receiptplace,
    point,
    profile,
    purchase,
    push,
    recommendTour,
    stickyArea,
    recovery,
    session,
    refund,
    reserve,
    review,
    sync,
    terms,
    venue,
  }).flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([name, value]) => (isCall(value) ? [[`${group}.${name}`, value] as const] : [])),
  ),
)
