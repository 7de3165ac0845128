import { Trans } from '@lingui/react/macro'
import { TopBar } from '#ui/topBar.tsx'
import screen from '../../-shared/screen.module.css'
import { GoodsInquiryForm } from './goodsInquiryForm.tsx'
import { InquiryForm } from './inquiryForm.tsx'
import { InquiryList } from '../../-shared/inquiry/inquiryList.tsx'
import styles from '../../-shared/inquiry/inquiry.module.css'

/** Renders `/service/inquiry`: the form for a new inquiry, about `order` or `goods` if given, and the inquiries of this phone. */
export function InquiryScreen({ order, goods }: { order?: string | undefined; goods?: string | undefined }) {
  return (
    <main data-screen="/service/inquiry" className={styles.page}>
      <TopBar title={<Trans>Contact us</Trans>} back="/myPage" />
      <div className={styles.columns}>
        <section className={styles.write}>
          <p className={screen.lead}>
            <Trans>
              Ask us anything about your pass or your visit. We answer by email on weekdays except Korean public
              holidays, 09:00–18:00 Korean time (lunch 12:00–13:00).
            </Trans>
          </p>
          {goods === undefined ? <InquiryForm order={order} /> : <GoodsInquiryForm key={goods} goods={goods} />}
        </section>
        <section className={styles.mine} aria-labelledby="inquiries">
          <h2 id="inquiries">
            <Trans>Your inquiries</Trans>
          </h2>
          <InquiryList />
        </section>
      </div>
    </main>
  )
}
