import { Trans } from '@lingui/react/macro'
import { usePurchases } from '#data/purchases.ts'
import { useSession } from '#data/session.ts'
import { TopBar } from '#ui/topBar.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { PurchaseDetails } from './purchaseDetails.tsx'
import styles from './purchase.module.css'

/** Renders one purchase. Offline it shows what the stored list of purchases has of it. */
export function PurchaseDetailScreen({ ord }: { ord: string }) {
  const { state } = useSession()
  const { list } = usePurchases()
  const stored = list.find(({ ordUid }) => ordUid === ord)
  return (
    <main data-screen="/myPage/purchase_detail" className={styles.screen}>
      <TopBar title={<Trans>Purchase details</Trans>} back="/myPage/purchaseHistory" />
      {state === 'locked' ? (
        <SignInAgain returnTo={`/myPage/purchase_detail?ord=${ord}`} />
      ) : (
        <Columns scene="gwangan">
          <PurchaseDetails ord={ord} stored={stored} />
        </Columns>
      )}
    </main>
  )
}
