import { useLingui } from '@lingui/react/macro'
import { useCatalogue } from '#data/catalogue.ts'
import { useGifts, type QueuedGift, type ShownGift } from '#data/gifts.ts'
import { codeOf } from '#data/outcome.ts'
import type { OutboxView, WaitingAction } from '#data/outbox.ts'
import { useErrorText } from '#i18n/useErrorText.ts'

/** The arguments that texts are made of, of any version of any command. */
interface ActionArgs {
  gdsUid?: string
  on?: boolean
  content?: string
  id?: string
  message?: string
  giftUid?: string | null
  passUid?: string
  newsUids?: string[]
  name?: string | null
}
const argsOf = ({ args }: WaitingAction): ActionArgs => Object(args) as ActionArgs

/** Returns a function that names an action for the person. */
export const useActionName = (): ((action: WaitingAction) => string) => {
  const { t } = useLingui()
  return (action) => {
    const { on = false, name } = argsOf(action)
    const names: Record<string, () => string> = {
      'favourite.set': () => (on ? t`Add a favourite` : t`Remove a favourite`),
      'inquiry.write': () => t`New inquiry`,
      'gift.send': () => t`Send a gift`,
      'gift.cancel': () => t`Cancel a gift`,
      'gift.receive': () => t`Accept a gift`,
      'gift.refuse': () => t`Decline a gift`,
      'news.read': () => t`Mark news as read`,
      'pass.name': () => (name === null ? t`Remove the name of a pass` : t`Name a pass`),
      'push.toggle': () => (on ? t`Turn push notifications on` : t`Turn push notifications off`),
    }
    return names[action.command]?.() ?? action.command
  }
}

type AnyGift = ShownGift | QueuedGift
const isShown = (gift: AnyGift): gift is ShownGift => gift.state !== 'queued'

/** Returns a function that finds the server's gift that an action is about; undefined for other actions. */
const useGiftOf = (): ((action: WaitingAction) => ShownGift | undefined) => {
  const { sent, received } = useGifts()
  const all = [...sent, ...received].filter(isShown)
  return (action) => {
    if (!action.command.startsWith('gift.')) return undefined
    const { giftUid, passUid } = argsOf(action)
    return all.find((gift) => (giftUid ? gift.giftUid === giftUid : gift.passUid === passUid && gift.type === 'sent'))
  }
}

/** Returns a function that gives the recipient of the gift that an action sends or cancels. */
const useRecipientOf = (): ((action: WaitingAction) => string | undefined) => {
  const { sent } = useGifts()
  const giftOf = useGiftOf()
  return (action) => {
    const { id, giftUid, passUid } = argsOf(action)
    if (action.command === 'gift.send') return id
    // Before the server has sent the gift's id, the cancellation is about the queued gift of the pass.
    const queued = sent.find((gift) => gift.state === 'queued' && gift.passUid === passUid)
    if (action.command === 'gift.cancel' && giftUid === null && queued) return queued.recipient.id
    const gift = giftOf(action)
    return gift?.type === 'sent' ? gift.recipient.id : undefined
  }
}

/** Returns a function that gives an action's content line by line, so that the text of a refused action is not lost. */
export const useActionLines = (): ((action: WaitingAction) => string[]) => {
  const { t } = useLingui()
  const { data } = useCatalogue()
  const giftOf = useGiftOf()
  const recipientOf = useRecipientOf()
  return (action) => {
    const { gdsUid, content, message, name } = argsOf(action)
    const gift = giftOf(action)
    const place = data?.attractions.find((each) => each.gdsUid === gdsUid)?.name
    const to = recipientOf(action)
    const from = gift?.type === 'received' ? gift.sender.name : undefined
    return [
      place,
      to && t`To: ${to}`,
      from && t`From: ${from}`,
      action.command === 'inquiry.write' ? content : undefined,
      message,
      name,
    ].flatMap((line) => line || [])
  }
}

/**
 * Returns a function that explains the server's refusal of an action, by what has happened to its subject meanwhile.
 */
export const useRefusalText = (): ((action: OutboxView['refused'][number]) => string) => {
  const { t } = useLingui()
  const errorText = useErrorText()
  const giftOf = useGiftOf()
  return (action) => {
    const { command, code } = action
    const ended = code === 'E_GIFT_ENDED' ? giftOf(action)?.state : undefined
    const isCancel = command === 'gift.cancel'
    if (isCancel && ended === 'accepted')
      return t`This gift has already been accepted, so it can no longer be cancelled.`
    if (isCancel && ended === 'declined') return t`The recipient has already declined this gift, so you kept the pass.`
    if (!isCancel && ended === 'cancelled') return t`This gift has already been cancelled.`
    if (command === 'gift.refuse' && ended === 'accepted')
      return t`You have already accepted this gift, so it can no longer be declined.`
    if (command === 'gift.receive' && ended === 'declined')
      return t`You have already declined this gift, so it can no longer be accepted.`
    if (command === 'gift.receive' && code === 'E_GIFT_PASS')
      return t`This pass cannot be used, so the gift cannot be accepted.`
    if (command === 'pass.name' && code === 'E_NOT_FOUND')
      return t`This pass is no longer yours, so its name was not changed.`
    return errorText(codeOf(code))
  }
}
