import { Trans, useLingui } from '@lingui/react/macro'
import { BatteryFull, IdCard, Languages, Map as MapIcon, Shirt, TrainFront } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import { LinkRow, LinkRows } from '../../-shared/linkRows.tsx'
import { GeneralFrame } from './generalFrame.tsx'
import { Part, Step, Steps } from './guideFrame.tsx'
import styles from './guide.module.css'
import { Gate, WithoutSignal } from './useScreen.tsx'

/** Renders `/visit`: a visit in its order, from home to the first gate. It needs no data, so it works offline. */
export function VisitScreen() {
  const { t } = useLingui()
  return (
    <GeneralFrame address="/visit" title={t`Your visit, step by step`}>
      <p className={styles.lead}>
        <Trans>What to do before you travel, when you arrive, and at your first attraction.</Trans>
      </p>
      <Part title={<Trans>Before you travel</Trans>}>
        <Steps>
          <Step title={<Trans>Put your pass on the phone that you will take with you</Trans>}>
            <Trans>
              Sign in on it and open My Pass. If no QR code appears, choose “Show on this phone”. Do this while you have
              Wi-Fi.
            </Trans>
          </Step>
          <Step title={<Trans>Check the attractions that you want to visit</Trans>}>
            <Trans>
              Some need a reservation, and some are closed one day a week. Tap the heart next to an attraction to save
              it.
            </Trans>
          </Step>
          <Step title={<Trans>Do not start your pass too late in the day</Trans>}>
            <Trans>24H and 48H passes run day and night from the minute of your first entry.</Trans>
          </Step>
        </Steps>
      </Part>
      <Part title={<Trans>When you arrive</Trans>}>
        <Steps>
          <Step title={<Trans>With a mobile pass: go straight to your first attraction</Trans>}>
            <Trans>There is nothing to collect.</Trans>
          </Step>
          <Step title={<Trans>With a card pass: collect the card first</Trans>}>
            <Trans>
              Bring the voucher and your passport or photo ID to an exchange desk, for example at Gimhae International
              Airport or Busan Station. Check the opening hours of the desk before you go.
            </Trans>
          </Step>
        </Steps>
        <LinkRows>
          <LinkRow
            icon={TrainFront}
            to="/directions"
            text={<Trans>From the airport and the station, by metro and bus</Trans>}
          >
            <Trans>Getting around</Trans>
          </LinkRow>
          <LinkRow icon={MapIcon} to="/map" text={<Trans>All places, even without a signal</Trans>}>
            <Trans>Map</Trans>
          </LinkRow>
        </LinkRows>
      </Part>
      <Part title={<Trans>What to bring</Trans>}>
        <ul className={styles.facts}>
          <li>
            <Icon of={BatteryFull} />
            <span>
              <b>
                <Trans>A charged phone</Trans>
              </b>
              <Trans>Your code is on it. If you travel without a phone, choose a card pass.</Trans>
            </span>
          </li>
          <li>
            <Icon of={IdCard} />
            <span>
              <b>
                <Trans>Your passport or photo ID</Trans>
              </b>
              <Trans>To collect a card pass, and in case staff ask whose pass it is.</Trans>
            </span>
          </li>
          <li>
            <Icon of={Shirt} />
            <span>
              <b>
                <Trans>What each attraction requires</Trans>
              </b>
              <Trans>Swimwear for a spa, sturdy shoes for a trail: see each attraction’s page.</Trans>
            </span>
          </li>
        </ul>
      </Part>
      <Gate product={undefined} />
      <WithoutSignal />
      <LinkRows>
        <LinkRow to="/attractions" text={<Trans>Opening hours, last entry and reservations</Trans>}>
          <Trans>Attractions</Trans>
        </LinkRow>
        <LinkRow
          icon={Languages}
          to="/helpCards"
          text={<Trans>Sentences in Korean to show to staff and drivers</Trans>}
        >
          <Trans>Korean help cards</Trans>
        </LinkRow>
        <LinkRow to="/service/faq" text={<Trans>All questions and answers</Trans>}>
          <Trans>FAQ</Trans>
        </LinkRow>
      </LinkRows>
    </GeneralFrame>
  )
}
