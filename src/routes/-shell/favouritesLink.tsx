import { useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { useFavouritePlaces } from '#data/favourites.ts'
import { IconLink } from '#ui/button.tsx'

/** Renders the link to the favourites with their number. */
export function FavouritesLink({ className }: { className?: string | undefined }) {
  const { t } = useLingui()
  const count = useFavouritePlaces()?.length ?? 0
  return (
    <IconLink
      to="/myPage/myAttractions"
      icon={Heart}
      label={count > 0 ? t`Favourites: ${count}` : t`Favourites`}
      count={count}
      className={className}
    />
  )
}
