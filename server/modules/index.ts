import { HOUR_MS } from '#contract/time.ts'
import type { Deps, Loop } from '#server/deps.ts'
import { diskLoop } from '#server/disk.ts'
import type { Authenticate } from '#server/http/authenticate.ts'
import { securityPages } from '#server/http/securityTxt.ts'
import type { Served } from '#server/http/serve.ts'
import { deleteKeys } from '#server/http/write.ts'
import { mailLoop } from '#server/outside/mail/mailQueue.ts'
import { mailSandbox } from '#server/outside/mail/sandbox.ts'
import { admissionModule } from './admission/routes.ts'
import { backupModule } from './backup/module.ts'
import { cardModule } from './card/routes.ts'
import { cartModule } from './cart/routes.ts'
import { catalogueModule } from './catalogue/routes.ts'
import { certModule } from './cert/routes.ts'
import { couponModule } from './coupon/routes.ts'
import { currencyModule } from './currency/routes.ts'
import { deviceModule } from './device/routes.ts'
import { easyLoginModule } from './easyLogin/routes.ts'
import { favouriteModule } from './favourite/routes.ts'
import { fileModule } from './file/routes.ts'
import { gateModule } from './gate/routes.ts'
import { authenticateGate } from './gate/service.ts'
import { giftModule } from './gift/routes.ts'
import { goodsCodeModule } from './goodsCode/module.ts'
import { healthModule } from './health/routes.ts'
import { homeModule } from './home/routes.ts'
import { inquiryModule } from './inquiry/routes.ts'
import { jobModule } from './job/module.ts'
import { jobLoops, recurringJob, runJobs, type JobKind } from './job/service.ts'
import { keyModule } from './key/module.ts'
import { defineModule, type Module } from './module.ts'
import { memberModule } from './member/routes.ts'
import { memberDataModule } from './memberData/routes.ts'
import { newsModule } from './news/routes.ts'
import { orderModule } from './order/routes.ts'
import { passModule } from './pass/routes.ts'
import { passkeyModule } from './passkey/routes.ts'
import { photoModule } from './photo/module.ts'
import { placeModule } from './place/routes.ts'
import { pointModule } from './point/routes.ts'
import { postModule } from './post/routes.ts'
import { previewModule } from './preview/module.ts'
import { productModule } from './product/module.ts'
import { purchaseModule } from './purchase/routes.ts'
import { pushModule } from './push/routes.ts'
import { questionModule } from './question/routes.ts'
import { redeemModule } from './redeem/routes.ts'
import { refundModule } from './refund/routes.ts'
import { reserveModule } from './reserve/routes.ts'
import { retentionModule } from './retention/module.ts'
import { reviewModule } from './review/routes.ts'
import { sessionModule } from './session/routes.ts'
import { authenticate as authenticateMember } from './session/service.ts'
import { stickyModule } from './sticky/routes.ts'
import { syncModule } from './sync/routes.ts'
import { withdrawalModule } from './withdrawal/routes.ts'

/** Resolves a bearer token to its member or gate. */
export const authenticate: Authenticate = { member: authenticateMember, gate: authenticateGate }

/** What belongs to no module: stored answers, mails, the disk, and pages of the server itself. */
const serverModule = defineModule({
  name: 'server',
  jobs: [recurringJob('idempotency-forget', HOUR_MS, deleteKeys)],
  loops: [mailLoop, diskLoop],
  pages: [securityPages, mailSandbox, (app, { payment }) => payment.addPages?.(app)],
})

export const MODULES: readonly Required<Module>[] = [
  serverModule,
  admissionModule,
  backupModule,
  cardModule,
  cartModule,
  catalogueModule,
  certModule,
  couponModule,
  currencyModule,
  deviceModule,
  easyLoginModule,
  favouriteModule,
  fileModule,
  gateModule,
  giftModule,
  goodsCodeModule,
  healthModule,
  homeModule,
  inquiryModule,
  jobModule,
  keyModule,
  memberModule,
  memberDataModule,
  newsModule,
  orderModule,
  passModule,
  passkeyModule,
  photoModule,
  placeModule,
  pointModule,
  postModule,
  previewModule,
  productModule,
  purchaseModule,
  pushModule,
  questionModule,
  redeemModule,
  refundModule,
  reserveModule,
  retentionModule,
  reviewModule,
  sessionModule,
  stickyModule,
  syncModule,
  withdrawalModule,
]

/** The handlers of the calls in the contract. */
export const ROUTES: readonly Served[] = MODULES.flatMap(({ routes }) => routes)

/** Handlers of the jobs that are rows. */
export const JOB_KINDS: readonly JobKind[] = MODULES.flatMap(({ jobs }) => jobs)

/** Runs all jobs that are due. */
export const runDueJobs = (deps: Deps): Promise<void> => runJobs(deps, JOB_KINDS)

/** Background loops beside the requests. */
export const LOOPS: readonly Loop[] = [...MODULES.flatMap(({ loops }) => loops), ...jobLoops(JOB_KINDS)]
