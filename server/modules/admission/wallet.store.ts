import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Wallet } from '#contract/codes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { pass, walletPass } from '#server/db/schema/pass.ts'

export type WalletPass = typeof walletPass.$inferSelect

/** Finds a wallet pass by one of the hashes of its code, also one that was ended; undefined for an unknown code. */
export const findByCode = async (db: Database, codeHashes: string[]): Promise<WalletPass | undefined> =>
  (await db.select().from(walletPass).where(inArray(walletPass.codeHash, codeHashes)))[0]

/** Returns whether a wallet pass was not ended. Under the lock of its pass no other copy can replace it meanwhile. */
export const isInWallet = async (tx: Tx, walletUid: string): Promise<boolean> =>
  (
    await tx
      .select({ walletUid: walletPass.walletUid })
      .from(walletPass)
      .where(and(eq(walletPass.walletUid, walletUid), isNull(walletPass.endedAt)))
  ).length === 1

/** Ends the wallet pass of a locked pass in one app, if there is one. `endedAt`: ms UTC. */
export const endCopy = async (
  tx: Tx,
  { passUid, wallet }: { passUid: string; wallet: Wallet },
  endedAt: number,
): Promise<void> => {
  await tx
    .update(walletPass)
    .set({ endedAt })
    .where(and(eq(walletPass.passUid, passUid), eq(walletPass.wallet, wallet), isNull(walletPass.endedAt)))
}

/** Stores a wallet pass of a locked pass, and ends the earlier one in the same app, also one of an earlier holder. */
export const replaceCopy = async (tx: Tx, copy: Omit<WalletPass, 'endedAt'>): Promise<void> => {
  await endCopy(tx, copy, copy.addedAt)
  await tx.insert(walletPass).values(copy)
}

/** Returns a wallet pass that was not ended with its pass, while the member who added it holds the pass. */
export const findWithPass = async (db: Database, walletUid: string) =>
  (
    await db
      .select({ copy: walletPass, pass })
      .from(walletPass)
      .innerJoin(pass, and(eq(pass.passUid, walletPass.passUid), eq(pass.memberId, walletPass.memberId)))
      .where(and(eq(walletPass.walletUid, walletUid), isNull(walletPass.endedAt)))
  )[0]

/** Deletes wallet passes that were ended before `before` (ms UTC). */
export const deleteEnded = async (db: Database, before: number): Promise<void> => {
  await db.delete(walletPass).where(lt(walletPass.endedAt, before))
}
