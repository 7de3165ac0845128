import type { Call } from './call.ts'
import * as account from './account.ts'
import * as attraction from './attraction.ts'
import * as cert from './cert.ts'
import * as codes from './codes.ts'
import * as file from './file.ts'
import * as gift from './gift.ts'
import * as inquiry from './inquiry.ts'
import * as main from './main.ts'
import * as mypage from './mypage.ts'
import * as newsfeed from './newsfeed.ts'
import * as pass from './pass.ts'
import * as payment from './payment.ts'
import * as pgLog from './pgLog.ts'
import * as profile from './profile.ts'
import * as purchase from './purchase.ts'
import * as push from './push.ts'
import * as recommendTour from './recommendTour.ts'
import * as recovery from './recovery.ts'
import * as session from './session.ts'
import * as refund from './refund.ts'
import * as terms from './terms.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value

/** The table of calls by name (`pass.buyPass`): what the server must serve and the document lists. Not for the browser. */
export const CALLS: ReadonlyMap<string, Call> = new Map(
  Object.entries({
    account,
    attraction,
    cert,
    codes,
    file,
    gift,
    inquiry,
    main,
    mypage,
    newsfeed,
    pass,
    payment,
    pgLog,
    profile,
    purchase,
    push,
    recommendTour,
    recovery,
    session,
    refund,
    terms,
  }).flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([name, value]) => (isCall(value) ? [[`${group}.${name}`, value] as const] : [])),
  ),
)
