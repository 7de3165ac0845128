import {
  addToWallet as addCall,
  attractionHistory,
  endWalletPass as endCall,
  oneTimeCode,
} from '#contract/calls/admission.ts'
import * as gateCalls from '#contract/calls/gate.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { rulesFor } from './gateLists.ts'
import { listUses } from './history.ts'
import { JOB_KINDS } from './jobs.ts'
import { takeJournal } from './journal.ts'
import { makeOneTimeCode } from './oneTime.ts'
import { admit } from './service.ts'
import { undoEntry } from './undo.ts'
import { addToWallet, endWalletPass, walletPages } from './wallet.ts'

const routes: Served[] = [
  serve(gateCalls.admit, ({ body }, { deps, gate, write }) => admit(deps, gate, body, write)),

  serve(gateCalls.undo, ({ body }, { deps, gate, write }) => write((tx) => undoEntry(tx, gate, body, deps.clock))),

  serve(gateCalls.rules, (_input, { deps, gate, locale }) => rulesFor(deps, gate, locale)),

  serve(gateCalls.journal, async ({ body }, { deps, gate, storeAnswer }) =>
    // `takeJournal` commits each entry by itself, idempotent by `entryUid`: a retry may send all of them.
    storeAnswer(await takeJournal(deps, gate, body)),
  ),

  serve(attractionHistory, ({ query }, { deps, member, locale }) => listUses(deps, member.memberId, query, locale)),

  serve(oneTimeCode, ({ body }, { deps, member: { memberId }, ip, write }) =>
    makeOneTimeCode(deps, body, { memberId, ip, write }),
  ),

  serve(addCall, ({ body }, { deps, member, ip, locale, write }) =>
    addToWallet(deps, body, { ...member, ip, locale, write }),
  ),

  serve(endCall, ({ body }, { deps, member: { memberId }, write }) =>
    write((tx) => endWalletPass(tx, { ...body, memberId }, deps.clock())),
  ),
]

export const admissionModule = defineModule({ name: 'admission', routes, jobs: JOB_KINDS, pages: [walletPages] })
