import type { FastifyInstance } from 'fastify'
import type { Deps, Job } from '#server/deps.ts'
import { jobs as diskJobs } from '#server/disk.ts'
import { securityPages } from '#server/http/securityTxt.ts'
import type { Served } from '#server/http/serve.ts'
import type { Authenticate } from '#server/http/authenticate.ts'
import { forgetKeys } from '#server/http/write.ts'
import { jobs as mailJobs } from '#server/outside/mail/jobs.ts'
import { forgetMails } from '#server/outside/mail/mailQueue.ts'
import { mailSandbox } from '#server/outside/mail/sandbox.ts'
import { portOnePage } from '#server/outside/payment/portone/page.ts'
import { routes as card } from './card/routes.ts'
import { routes as admission } from './admission/routes.ts'
import { JOB_KINDS as admissionJobKinds } from './admission/jobs.ts'
import { routes as catalogue } from './catalogue/routes.ts'
import { routes as cert } from './cert/routes.ts'
import { JOB_KINDS as certJobKinds } from './cert/service.ts'
import { cardPages } from './card/operator.ts'
import { couponPages } from './coupon/operator.ts'
import { routes as coupon } from './coupon/routes.ts'
import { routes as device } from './device/routes.ts'
import { JOB_KINDS as couponJobKinds } from './coupon/service.ts'
import { JOB_KINDS as deviceJobKinds } from './device/service.ts'
import { routes as easyLogin } from './easyLogin/routes.ts'
import { JOB_KINDS as easyLoginJobKinds } from './easyLogin/service.ts'
import { routes as favourite } from './favourite/routes.ts'
import { JOB_KINDS as fileJobKinds } from './file/service.ts'
import { routes as file } from './file/routes.ts'
import { operatorPages } from './gate/operator.ts'
import { routes as gate } from './gate/routes.ts'
import { authenticateGate, JOB_KINDS as gateJobKinds } from './gate/service.ts'
import { routes as gift } from './gift/routes.ts'
import { healthPages } from './health/routes.ts'
import { routes as home } from './home/routes.ts'
import { inquiryPages } from './inquiry/operator.ts'
import { routes as inquiry } from './inquiry/routes.ts'
import { JOB_KINDS as jobKinds, jobLoops, recurringJob, runJobs, type JobKind } from './job/service.ts'
import { routes as member } from './member/routes.ts'
import { routes as news } from './news/routes.ts'
import { JOB_KINDS as memberJobKinds } from './member/letter.ts'
import { JOB_KINDS as newsJobKinds } from './news/service.ts'
import { routes as order } from './order/routes.ts'
import { JOB_KINDS as orderJobKinds, jobs as orderJobs } from './order/service.ts'
import { routes as pass } from './pass/routes.ts'
import { JOB_KINDS as passJobKinds } from './pass/service.ts'
import { routes as place } from './place/routes.ts'
import { routes as point } from './point/routes.ts'
import { routes as post } from './post/routes.ts'
import { productPages } from './product/operator.ts'
import { routes as purchase } from './purchase/routes.ts'
import { routes as push } from './push/routes.ts'
import { JOB_KINDS as pointJobKinds } from './point/service.ts'
import { JOB_KINDS as pushJobKinds } from './push/service.ts'
import { refundPages } from './refund/operator.ts'
import { routes as refund } from './refund/routes.ts'
import { JOB_KINDS as refundJobKinds } from './refund/service.ts'
import { routes as reserve } from './reserve/routes.ts'
import { JOB_KINDS as reserveJobKinds } from './reserve/service.ts'
import { JOB_KINDS as retentionJobKinds } from './retention/service.ts'
import { reservationPages } from './reserve/operator.ts'
import { reviewPages } from './review/operator.ts'
import { routes as review } from './review/routes.ts'
import { routes as session } from './session/routes.ts'
import { authenticate as authenticateMember, JOB_KINDS as sessionJobKinds } from './session/service.ts'
import { routes as sync } from './sync/routes.ts'
import { routes as withdrawal } from './withdrawal/routes.ts'
import { JOB_KINDS as withdrawalJobKinds } from './withdrawal/service.ts'
import { routes as sticky } from './sticky/routes.ts'

/** Resolves a bearer token to its member or gate. */
export const authenticate: Authenticate = { member: authenticateMember, gate: authenticateGate }

/** The handlers of the calls in the contract. */
export const ROUTES: readonly Served[] = [
  ...admission,
  ...gate,
  ...catalogue,
  ...home,
  ...post,
  ...place,
  ...sticky,
  ...cert,
  ...member,
  ...easyLogin,
  ...session,
  ...withdrawal,
  ...file,
  ...favourite,
  ...inquiry,
  ...order,
  ...pass,
  ...coupon,
  ...point,
  ...card,
  ...device,
  ...news,
  ...push,
  ...sync,
  ...gift,
  ...purchase,
  ...refund,
  ...reserve,
  ...review,
]

/** Handlers of the jobs that are rows. */
export const JOB_KINDS: readonly JobKind[] = [
  recurringJob('idempotency-forget', 3_600_000, forgetKeys),
  recurringJob('mail-forget', 3_600_000, ({ db, clock }) => forgetMails(db, clock())),
  ...jobKinds,
  ...sessionJobKinds,
  ...certJobKinds,
  ...couponJobKinds,
  ...deviceJobKinds,
  ...orderJobKinds,
  ...retentionJobKinds,
  ...fileJobKinds,
  ...easyLoginJobKinds,
  ...withdrawalJobKinds,
  ...newsJobKinds,
  ...memberJobKinds,
  ...gateJobKinds,
  ...admissionJobKinds,
  ...passJobKinds,
  ...pointJobKinds,
  ...pushJobKinds,
  ...refundJobKinds,
  ...reserveJobKinds,
]

/** Runs all jobs that are due. */
export const runDueJobs = (deps: Deps): Promise<void> => runJobs(deps, JOB_KINDS)

/** Background loops beside the requests. */
export const JOBS: readonly Job[] = [...mailJobs, ...orderJobs, ...diskJobs, ...jobLoops(JOB_KINDS)]

/** Pages outside the contract's table of calls. */
export const PAGES: readonly ((app: FastifyInstance, deps: Deps) => void)[] = [
  operatorPages,
  cardPages,
  couponPages,
  productPages,
  inquiryPages,
  reservationPages,
  reviewPages,
  healthPages,
  mailSandbox,
  securityPages,
  portOnePage,
  refundPages,
]
