import { Trans } from '@lingui/react/macro'
import { Check, Gift, Pencil, Smartphone } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import { PrintScene } from '#art/printScene.tsx'
import type { PassType } from '#contract/codes.ts'
import { isClaimed } from '#contract/rules/passState.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PassNameDialog } from '../../-shared/passNameDialog.tsx'
import paper from '../../-shared/passPaper.module.css'
import { useTagline } from '../../-shared/productTicket.tsx'
import styles from './completed.module.css'
import type { BoughtPass } from './useBoughtPasses.ts'

interface Props {
  passType: PassType
  /** Position in the order, from 1: the tickets are printed one after the other. */
  nth: number
  count: number
  /** Null while the passes of the order are not on this device yet. */
  bought: BoughtPass | null
  onComputer: boolean
  busy: boolean
}

/** Renders one bought pass as a paper ticket that is being printed, with its state on this device. */
export function IssuedTicket({ passType, nth, count, bought, onComputer, busy }: Props) {
  const tagline = useTagline()
  const pass = bought?.pass
  return (
    <li className={styles.slot} style={{ '--nth': nth - 1 } as CSSProperties}>
      <div className={styles.printed}>
        <div className={paper.ticket} data-product={passType} data-pass={pass?.passUid}>
          <span className={paper.sky}>
            <span className={paper.scene}>
              <PrintScene product={passType} />
            </span>
            <strong className={paper.name}>{passType}</strong>
            <span className={paper.tagline}>
              <bdi>{pass ? (pass.name ?? pass.holder) : tagline(passType)}</bdi>
            </span>
          </span>
          <span className={paper.stub}>
            <span className={styles.nth}>
              {nth} / {count}
            </span>
            {bought && <State bought={bought} onComputer={onComputer} busy={busy} />}
          </span>
        </div>
        {bought && !isClaimed(bought.pass) && bought.pass.state === 'unused' && <Acts pass={bought.pass} />}
      </div>
    </li>
  )
}

function State({
  bought: { pass, works, isOpen },
  onComputer,
  busy,
}: Pick<Props, 'onComputer' | 'busy'> & { bought: BoughtPass }) {
  if (works)
    return (
      <span className={styles.works}>
        <Icon of={Check} size={16} />
        <span>
          {!onComputer && (
            <>
              <Trans>On this phone now</Trans>
              <br />
            </>
          )}
          <Trans>Works offline</Trans>
        </span>
      </span>
    )
  return (
    <span className={styles.state}>
      {pass.gift !== null ? (
        <Trans>Gift pending</Trans>
      ) : isClaimed(pass) ? (
        <Trans>Refund requested</Trans>
      ) : pass.medium === 'card' ? (
        <Trans>Card pass</Trans>
      ) : isOpen && busy ? (
        <>
          <Icon of={Smartphone} size={16} />
          <Trans>Setting up</Trans>
        </>
      ) : isOpen ? (
        <Trans>Not set up on a phone yet</Trans>
      ) : pass.state === 'unused' ? (
        <Trans>Not set up here</Trans>
      ) : null}
    </span>
  )
}

function Acts({ pass }: { pass: BoughtPass['pass'] }) {
  const [naming, setNaming] = useState(false)
  return (
    <div className={styles.acts}>
      <Button kind="quiet" size="small" icon={Pencil} aria-haspopup="dialog" onClick={() => setNaming(true)}>
        {pass.name === null ? <Trans>Name this pass</Trans> : <Trans>Change the name</Trans>}
      </Button>
      <LinkButton
        to={pass.medium === 'card' ? '/myPage/realCardGift' : '/myPage/myPassGift'}
        search={{ pass: pass.passUid }}
        kind="quiet"
        size="small"
        icon={Gift}
      >
        <Trans>Send as a gift</Trans>
      </LinkButton>
      <PassNameDialog pass={pass} open={naming} onClose={() => setNaming(false)} />
    </div>
  )
}
