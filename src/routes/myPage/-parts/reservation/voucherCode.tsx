import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { useNow } from '#data/clock.ts'
import type { GoodsVoucher } from '#data/reservations.ts'
import { useVoucherCode, useVoucherWatch } from '#data/voucherCode.ts'
import { useFormat } from '#i18n/format.ts'
import { Icon } from '#ui/icon.tsx'
import { CodePicture } from '../../../-shared/codePicture.tsx'
import { NextIn, Ring } from '../code.tsx'
import stub from '../passStub.module.css'
import styles from './goodsVoucher.module.css'

/**
 * Renders the live code of a voucher that a gate redeems, or when one has redeemed it; nothing for other goods, and
 * once the voucher is over.
 */
export function VoucherCode({ voucher: { rsvtUid, live, usedAt } }: { voucher: GoodsVoucher }) {
  return (
    // The live region is there before the redemption that it announces.
    <div role="status" className={styles.live} data-voucher-code={usedAt === undefined ? 'live' : 'used'}>
      {usedAt !== undefined ? <Used at={usedAt} /> : live && <Live rsvtUid={rsvtUid} />}
    </div>
  )
}

function Used({ at }: { at: number }) {
  const { date, time } = useFormat()
  const day = date(at, 'day')
  const clock = time(at)
  return (
    <>
      <p className={styles.used}>
        <Icon of={CircleCheck} size={28} />
        <strong>
          <Trans>Used</Trans>
        </strong>
      </p>
      <p>
        {day}, {clock}
      </p>
    </>
  )
}

function Live({ rsvtUid }: { rsvtUid: string }) {
  const { t } = useLingui()
  const code = useVoucherCode(rsvtUid)
  const now = useNow(1_000)
  useVoucherWatch()
  return (
    // A code that renews itself must not be announced every 15 s.
    <div aria-live="off">
      <div className={code === null ? `${stub.code} ${stub.why}` : stub.code} data-live={code?.live ?? false}>
        {code && (
          <>
            <CodePicture code={code} label={t`QR code of your voucher`} />
            <Ring code={code} now={now} />
          </>
        )}
        {code === null && (
          <Trans>The code is not on this device yet. Connect to the internet and open this voucher again.</Trans>
        )}
      </div>
      <p className={stub.hint}>
        {code ? <NextIn code={code} now={now} /> : code === undefined && <Trans>Preparing your code</Trans>}
      </p>
      <p>
        <Trans>Staff scan this code once for the whole reservation.</Trans>
      </p>
    </div>
  )
}
