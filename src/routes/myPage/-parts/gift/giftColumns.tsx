import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { ShownPass } from '#data/myPass.ts'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.ts'
import { LoadingLine, Skeleton } from '#ui/skeleton.tsx'
import { Columns } from '../../../-shared/columns.tsx'
import { SignInAgain } from '../../../-shared/signInAgain.tsx'
import { GiftForm, type GiftWay } from './giftForm.tsx'

/** What the address says of a gift that is being sent. */
export interface GiftAddress {
  /** The `passUid`; undefined for none. */
  chosen: string | undefined
  /** How it is sent; undefined for what the connection allows. */
  by: GiftWay | undefined
  onBy: (by: GiftWay) => void
}

interface Props extends GiftAddress {
  passes: ShownPass[]
  deviceUid: string | null
  isLoading: boolean
  /** Path of the screen: a locked session comes back to it, with the same pass and way. */
  path: string
  /** Above the form. */
  lead?: ReactNode
  /** Without a pass that can be given. */
  empty: ReactNode
}

/**
 * Renders the form that gives one of `passes`, or why there is none. The passes stay as they were when the member was
 * asked to confirm: the one that was given leaves the list meanwhile.
 */
export function GiftColumns({ passes, deviceUid, isLoading, path, lead, empty, chosen, by, onBy }: Props) {
  const { t } = useLingui()
  const { state, user } = useSession()
  const [first] = useState<GiftWay>(useOnline() ? 'link' : 'member')
  const [held, hold] = useState<ShownPass[] | null>(null)
  const list = held ?? passes
  if (state === 'locked') {
    const search = new URLSearchParams({ ...(chosen !== undefined && { pass: chosen }), ...(by && { by }) }).toString()
    return <SignInAgain returnTo={search === '' ? path : `${path}?${search}`} />
  }
  if (list.length === 0)
    return isLoading ? (
      <>
        <LoadingLine label={t`Loading your passes`} />
        <Skeleton height="20rem" radius="var(--radius-card)" />
      </>
    ) : (
      empty
    )
  return (
    <Columns scene="yacht">
      {lead}
      <GiftForm
        passes={list}
        deviceUid={deviceUid}
        chosen={chosen}
        own={user?.email ?? ''}
        by={by ?? first}
        onBy={onBy}
        onAsk={() => hold(list)}
      />
    </Columns>
  )
}
