import { useLingui } from '@lingui/react/macro'
import { useCatalogue } from '#data/catalogue.ts'
import { useGifts, type QueuedGift, type ShownGift } from '#data/gifts.ts'
import { codeOf } from '#data/outcome.ts'
import type { OutboxView, WaitingAction } from '#data/outbox.ts'
import { isErrorCode } from '#contract/errors.ts'
import { useErrorText } from '#i18n/useErrorText.ts'

/** Returns a function that names an action for the person. */
export const useActionName = (): ((action: WaitingAction) => string) => {
  const { i18n } = useLingui()
  return ({ command, description: { title } }) => (title ? i18n._(title) : command)
}

type AnyGift = ShownGift | QueuedGift
const isShown = (gift: AnyGift): gift is ShownGift => gift.state !== 'queued'

/** Returns a function that finds the server's gift that an action is about; undefined for other actions. */
const useGiftOf = (): ((action: WaitingAction) => ShownGift | undefined) => {
  const { sent, received } = useGifts()
  const all = [...sent, ...received].filter(isShown)
  return ({ description: { gift: about } }) =>
    about &&
    all.find((gift) =>
      about.giftUid ? gift.giftUid === about.giftUid : gift.passUid === about.passUid && gift.type === 'sent',
    )
}

/** Returns a function that gives the recipient of the gift that an action sends or cancels. */
const useRecipientOf = (): ((action: WaitingAction) => string | undefined) => {
  const { sent } = useGifts()
  const giftOf = useGiftOf()
  return (action) => {
    const { recipient, gift: about } = action.description
    // Before the server has sent the gift's id, the cancellation is about the queued gift of the pass.
    const queued = sent.find((gift) => gift.state === 'queued' && gift.passUid === about?.passUid)
    if (about?.giftUid === null && queued) return queued.recipient.id
    const gift = giftOf(action)
    return recipient ?? (gift?.type === 'sent' ? gift.recipient.id : undefined)
  }
}

/** Returns a function that gives an action's content line by line, so that the text of a refused action is not lost. */
export const useActionLines = (): ((action: WaitingAction) => string[]) => {
  const { t } = useLingui()
  const { data } = useCatalogue()
  const giftOf = useGiftOf()
  const recipientOf = useRecipientOf()
  return (action) => {
    const { gdsUid, text } = action.description
    const gift = giftOf(action)
    const place = data?.attractions.find((each) => each.gdsUid === gdsUid)?.name
    const to = recipientOf(action)
    const from = gift?.type === 'received' ? gift.sender.name : undefined
    return [place, to && t`To: ${to}`, from && t`From: ${from}`, text].flatMap((line) => line || [])
  }
}

/**
 * Returns a function that explains the server's refusal of an action, by what has happened to its subject meanwhile.
 */
export const useRefusalText = (): ((action: OutboxView['refused'][number]) => string) => {
  const { i18n } = useLingui()
  const errorText = useErrorText()
  const giftOf = useGiftOf()
  return (action) => {
    const { code, description } = action
    const { byCode, byGift } = description.refusals
    const ended = code === 'E_GIFT_ENDED' ? giftOf(action)?.state : undefined
    const message = (ended && byGift?.[ended]) ?? (isErrorCode(code) ? byCode?.[code] : undefined)
    return message ? i18n._(message) : errorText(codeOf(code))
  }
}
