import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Building2, WifiOff } from 'lucide-react'
import { PASS_TYPES } from '#contract/codes.ts'
import { CANCEL_DAYS } from '#contract/limits.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { DataAge } from '../../-shared/dataAge.tsx'
import { LinkRow, LinkRows } from '../../-shared/linkRows.tsx'
import { useTagline } from '../../-shared/productTicket.tsx'
import screen from '../../-shared/screen.module.css'
import { Media } from './aboutScreen.tsx'
import { GeneralFrame } from './generalFrame.tsx'
import { Part, Step, Steps } from './guideFrame.tsx'
import styles from './guide.module.css'
import { OnePassRow } from './onePassRow.tsx'
import { PartnersRow } from './partnersRow.tsx'

/** Renders `/about`: what Harbor Pass is, the four passes, and how it works. Its numbers are those of the catalogue. */
export function PassInGeneral() {
  const { t } = useLingui()
  const tagline = useTagline()
  const { data, at } = useCatalogue()
  const count = data?.benefit.freePlaces
  const days = CANCEL_DAYS
  return (
    <GeneralFrame address="/about" title={t`What is Harbor Pass?`}>
      <p className={styles.lead}>
        <Trans>
          One pass for the attractions of Busan: you pay once, show a code or a card at each gate, and go in.
        </Trans>
      </p>
      <ul className={styles.facts}>
        {count !== undefined && (
          <li>
            <Icon of={Building2} />
            <span>
              <b>
                <Plural value={count} one="# attraction with free entry" other="# attractions with free entry" />
              </b>
              <Trans>All of them with 24H and 48H, three with Big3, five with Big5. Each admits you once.</Trans>
            </span>
          </li>
        )}
        <PartnersRow guide="24h">
          <Trans>Once at each partner, with the same code or card.</Trans>
        </PartnersRow>
        <li>
          <Icon of={WifiOff} />
          <span>
            <b>
              <Trans>Works without a signal</Trans>
            </b>
            <Trans>
              The code is on your phone. Gates can check it even when the gate and your phone are both offline.
            </Trans>
          </span>
        </li>
        <OnePassRow />
      </ul>
      <Part title={<Trans>How it works</Trans>}>
        <Steps>
          <Step title={<Trans>Choose a pass and pay</Trans>}>
            <Trans>The price is per person. An unused pass can be cancelled within {days} days of payment.</Trans>
          </Step>
          <Step title={<Trans>Open My Pass once while you are online</Trans>}>
            <Trans>
              From then on the code is on your phone. With a card pass, you collect the card at an exchange desk in
              Busan instead.
            </Trans>
          </Step>
          <Step title={<Trans>Show the code or the card at the gate</Trans>}>
            <Trans>Your time starts with your first entry, not when you buy.</Trans>
          </Step>
        </Steps>
      </Part>
      <Part title={<Trans>The four passes</Trans>}>
        <LinkRows>
          {PASS_TYPES.map((type) => (
            <LinkRow key={type} to="/$product" params={{ product: type.toLowerCase() }} text={tagline(type)}>
              {type}
            </LinkRow>
          ))}
        </LinkRows>
      </Part>
      <Media />
      <LinkButton to="/pass" full>
        <Trans>See the passes</Trans>
      </LinkButton>
      <LinkButton to="/whichPass" kind="outline" full>
        <Trans>Which pass is right for me?</Trans>
      </LinkButton>
      <p className={screen.second}>
        <DataAge at={at} />
      </p>
    </GeneralFrame>
  )
}
