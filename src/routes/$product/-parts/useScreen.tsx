import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CERTIFICATE_RENEW_DAYS } from '#contract/limits.ts'
import type { Product } from '#contract/calls/pass.ts'
import { LinkButton } from '#ui/button.tsx'
import { Details } from '#ui/details.tsx'
import { GroupWords } from '../../-shared/groups/groupWords.tsx'
import { Hours } from '../../-shared/productTicket.tsx'
import { GuideFrame, Part, Step, Steps } from './guideFrame.tsx'

/** Renders `/{product}/use`: at a gate, offline, at the end of the time, and what else visitors wonder about. */
export function UseScreen({ guide }: { guide: string }) {
  const { t } = useLingui()
  return (
    <GuideFrame screen="/{product}/use" guide={guide} title={(passType) => t`How to use a ${passType} pass`}>
      {(_, { mobile, card }) => {
        const product = mobile ?? card
        return (
          <>
            <Gate product={product} />
            <WithoutSignal />
            <End product={product} />
            <Questions />
            <LinkButton to="/myPage/myPass" full>
              <Trans>Open My Pass</Trans>
            </LinkButton>
            <LinkButton to="/service/faq" kind="outline" full>
              <Trans>All questions and answers</Trans>
            </LinkButton>
          </>
        )
      }}
    </GuideFrame>
  )
}

/** Renders the steps at a gate, with the time and the places of a product if one is given. */
export function Gate({ product }: { product: Product | undefined }) {
  return (
    <Part title={<Trans>At the gate</Trans>}>
      <Steps>
        <Step title={<Trans>Check the attraction’s page</Trans>}>
          <Trans>It shows the opening hours and last entry, and whether you need a reservation.</Trans>
        </Step>
        <Step title={<Trans>Show the code in My Pass</Trans>}>
          <Trans>The code keeps changing, so a screenshot is not accepted. With a card pass, hand over the card.</Trans>
        </Step>
        <Step title={<Trans>Your time starts with your first entry</Trans>}>
          {product ? (
            <Trans>
              Your <Hours hours={product.windowHours} /> start when staff scan your code. My Pass shows the time left.
            </Trans>
          ) : (
            <Trans>My Pass shows the time left.</Trans>
          )}
        </Step>
        <Step title={<Trans>Go on to the next attraction</Trans>}>
          {product ? (
            <Trans>
              <GroupWords product={product} />. Each attraction admits you once with the same pass.
            </Trans>
          ) : (
            <Trans>Each attraction admits you once with the same pass.</Trans>
          )}
        </Step>
      </Steps>
    </Part>
  )
}

/** Renders what to do so that the code works without a signal. */
export function WithoutSignal() {
  const days = CERTIFICATE_RENEW_DAYS
  return (
    <Part title={<Trans>Without a signal</Trans>}>
      <p>
        <Trans>
          Open My Pass once while you are online, for example at your hotel, and make sure that your QR code appears.
          From then on the code works in a basement, on a mountain or without roaming.
        </Trans>
      </p>
      <p>
        <Plural
          value={days}
          one="Each time you open My Pass online, the code works for at least # more day."
          other="Each time you open My Pass online, the code works for at least # more days."
        />
      </p>
      <p>
        <Trans>Do not sign out while you are offline: signing out removes your passes from the phone.</Trans>
      </p>
    </Part>
  )
}

function End({ product }: { product: Product | undefined }) {
  return (
    <Part title={<Trans>When your time is up</Trans>}>
      {product && (
        <p>
          <Trans>
            The pass expires exactly <Hours hours={product.windowHours} /> after the first entry.
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          What counts is the moment your code is scanned at the gate. Entries that you have not used expire with the
          pass. An activated pass cannot be refunded.
        </Trans>
      </p>
      <p>
        <Trans>If push notifications are on, we will remind you six hours before your time is up.</Trans>
      </p>
    </Part>
  )
}

function Questions() {
  return (
    <Part title={<Trans>Good to know</Trans>}>
      <div>
        <Details summary={<Trans>There are several of us</Trans>}>
          <p>
            <Trans>
              Each person needs a pass. You can have all your mobile passes on one phone: in My Pass, swipe from one
              code to the next. The time of each pass starts with its own first entry.
            </Trans>
          </p>
        </Details>
        <Details summary={<Trans>Children</Trans>}>
          <p>
            <Trans>
              Most attractions admit children under 36 months free of charge. Older children need a pass or a child
              ticket. Each attraction’s page shows the age and height limits.
            </Trans>
          </p>
        </Details>
        <Details summary={<Trans>My phone is lost or out of battery</Trans>}>
          <p>
            <Trans>
              Sign in on another phone and move the pass there: its code then works on that phone only. This needs a
              connection.
            </Trans>
          </p>
        </Details>
        <Details summary={<Trans>I have lost my card</Trans>}>
          <p>
            <Trans>A lost card is neither replaced nor refunded, nor is the money on it. Treat it like cash.</Trans>
          </p>
        </Details>
        <Details summary={<Trans>The attraction is closed</Trans>}>
          <p>
            <Trans>
              An entry counts only after your code has been scanned and you have been admitted. Choose another
              attraction: your time keeps running.
            </Trans>
          </p>
        </Details>
      </div>
    </Part>
  )
}
