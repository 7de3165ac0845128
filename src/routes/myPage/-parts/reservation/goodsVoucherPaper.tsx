import { Trans, useLingui } from '@lingui/react/macro'
import { MINUTE_MS } from '#contract/time.ts'
import { goodsKindOf } from '#contract/rules/goodsAddress.ts'
import { Scene } from '#art/scene.tsx'
import { useNow } from '#data/clock.ts'
import type { GoodsVoucher } from '#data/reservations.ts'
import { useFormat } from '#i18n/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { MapLinks } from '../../../-shared/detail/mapLinks.tsx'
import { Units } from '../../../-shared/reserve/goodsTicket.tsx'
import { sceneOfKind } from '../../../-shared/reserve/goodsPath.ts'
import { usePeriodText } from '../../../-shared/reserve/usePeriodText.ts'
import { useWakeLock } from '../../../-shared/wakeLock.ts'
import { GoodsCodes } from './goodsCodes.tsx'
import { VoucherCode } from './voucherCode.tsx'
import { BringId } from '../card/bringId.tsx'
import paper from '../card/voucher.module.css'
import facts from '../purchase/purchase.module.css'
import styles from './goodsVoucher.module.css'

/** Wide and low: the band of a paper ticket. */
const BAND = [0, 60, 400, 150] as const

/**
 * Renders the voucher of a reservation as a paper ticket to show at the place, with its Korean names for the staff.
 * Works offline.
 */
export function GoodsVoucherPaper({ voucher }: { voucher: GoodsVoucher }) {
  const { t } = useLingui()
  const { date } = useFormat()
  const periodText = usePeriodText()
  const now = useNow(MINUTE_MS)
  useWakeLock()
  const kind = goodsKindOf(voucher.gdsTycd)
  const { rsvtUid, rsvtNumber, goodsCnt, checkIn, checkOut, wish, startsAt, endsAt } = voucher
  const priceSn = kind === 'voucher' ? 'open' : kind === 'hotel' ? 'stay' : 'T'
  const isOver = now >= endsAt
  const isLive = voucher.live !== undefined
  const isUsed = voucher.usedAt !== undefined
  return (
    <div className={styles.sheet}>
      {/* A live code stands in the first screen of a phone, and everything else below it. */}
      {!isLive && !isUsed && <Bring />}
      <section className={paper.voucher} data-voucher="goods" aria-label={t`Voucher`}>
        <div className={cx(paper.band, styles.band)} aria-hidden>
          <Scene name={sceneOfKind(kind)} crop={BAND} className={styles.scene} />
        </div>
        <div className={cx(paper.paper, styles.paper)} data-theme="light">
          <h2>{voucher.goodsNm}</h2>
          {voucher.goodsNmKo !== voucher.goodsNm && (
            <p lang="ko" className={styles.korean}>
              {voucher.goodsNmKo}
            </p>
          )}
          {(isLive || isUsed) && <VoucherCode voucher={voucher} />}
          <p className={styles.number} translate="no">
            <span>
              <Trans>Reservation number</Trans>
            </span>
            <strong>{rsvtNumber}</strong>
          </p>
          {isOver && !isUsed && (
            <p className={styles.over} role="status">
              <Trans>This voucher has expired.</Trans>
            </p>
          )}
          <dl className={facts.facts}>
            <div>
              <dt>
                <Trans>Guest’s name</Trans>
              </dt>
              <dd>{voucher.guestName}</dd>
            </div>
            <div>
              <dt>
                <Trans>When</Trans>
              </dt>
              <dd>{periodText({ priceSn, startsAt, endsAt })}</dd>
            </div>
            {checkIn !== null && (
              <div>
                <dt>
                  <Trans>Check-in</Trans>
                </dt>
                <dd>{checkIn}</dd>
              </div>
            )}
            {checkOut !== null && (
              <div>
                <dt>
                  <Trans>Check-out</Trans>
                </dt>
                <dd>{checkOut}</dd>
              </div>
            )}
            <div>
              <dt>
                <Trans>Option</Trans>
              </dt>
              <dd>
                {voucher.optionNm} · <Units kind={kind} count={goodsCnt} />
                {voucher.optionNmKo !== voucher.optionNm && (
                  <>
                    <br />
                    <span lang="ko" className={styles.korean}>
                      {voucher.optionNmKo}
                    </span>
                  </>
                )}
              </dd>
            </div>
            {wish !== null && (
              <div>
                <dt>
                  <Trans>Special request</Trans>
                </dt>
                <dd>{wish}</dd>
              </div>
            )}
            {voucher.confirmedAt !== null && (
              <div>
                <dt>
                  <Trans>Confirmed</Trans>
                </dt>
                <dd>{date(voucher.confirmedAt, 'day')}</dd>
              </div>
            )}
          </dl>
        </div>
      </section>
      {isLive && <Bring />}
      <GoodsCodes voucher={voucher} />
      {voucher.lat !== null && voucher.lon !== null && (
        <MapLinks name={voucher.goodsNmKo} lat={voucher.lat} lon={voucher.lon} />
      )}
      <LinkButton to="/myPage/reservations" search={{ rsvtUid }} kind="outline" full>
        <Trans>Reservation details</Trans>
      </LinkButton>
    </div>
  )
}

function Bring() {
  return (
    <BringId title={<Trans>Show this voucher when you arrive</Trans>}>
      <Trans>Bring your passport or photo ID: staff will check your name.</Trans>
    </BringId>
  )
}
