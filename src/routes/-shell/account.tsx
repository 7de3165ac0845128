import { Trans, useLingui } from '@lingui/react/macro'
import { Heart, UserRound } from 'lucide-react'
import { useSession } from '#data/session.ts'
import { IconLink, LinkButton } from '#ui/button.tsx'
import { lazyPart } from '../-shared/lazyPart.tsx'
import styles from './shell.module.css'

const FavouritesLink = lazyPart(async () => (await import('./favouritesLink.tsx')).FavouritesLink)

/** Renders the link to the favourites; for members with their number. */
export function HeaderFavouritesLink({ className }: { className?: string | undefined }) {
  const { t } = useLingui()
  const { state } = useSession()
  if (state !== 'anonymous') return <FavouritesLink className={className} />
  return <IconLink to="/myPage/myAttractions" icon={Heart} label={t`Favourites`} className={className} />
}

/** Renders a greeting for a member, else links to sign in and sign up. `onLeave` is called when one is pressed. */
export function Account({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const { state, user } = useSession()
  if (state === 'member' && user) {
    const name = user.engNm
    return (
      <LinkButton to="/myPage" kind="quiet" size="small" icon={UserRound} className={styles.greeting} onClick={onLeave}>
        <Trans>Hello, {name}</Trans>
      </LinkButton>
    )
  }
  return (
    <>
      <LinkButton to="/login" kind="quiet" size="small" className={styles.plain} onClick={onLeave}>
        <Trans>Sign in</Trans>
      </LinkButton>
      <LinkButton to="/join" size="small" onClick={onLeave}>
        <Trans>Sign up</Trans>
      </LinkButton>
    </>
  )
}
