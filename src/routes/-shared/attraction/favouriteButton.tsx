import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { setFavourite, useFavourites } from '#data/favourites.ts'
import { useErrorText } from '#i18n/useErrorText.ts'
import { IconButton } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'

interface Props {
  gdsUid: string
  name: string
  raised?: boolean
  className?: string | undefined
}

/** Renders the favourite button of an attraction. It changes at once; anonymous visitors are asked to sign in. */
export function FavouriteButton({ gdsUid, name, raised, className }: Props) {
  const { t } = useLingui()
  const toast = useToast()
  const router = useRouter()
  const errorText = useErrorText()
  const on = useFavourites().has(gdsUid)

  const set = async (wanted: boolean): Promise<void> => {
    const outcome = await setFavourite(gdsUid, wanted)
    if (outcome.ok) {
      toast({
        icon: Heart,
        text: wanted ? t`Saved to favourites` : t`Removed from favourites`,
        action: { label: t`Undo`, onAction: () => void setFavourite(gdsUid, !wanted) },
      })
    } else if (outcome.code === 'E_TOKEN') {
      toast({
        icon: Heart,
        text: errorText(outcome),
        action: {
          label: t`Sign in`,
          onAction: () => void router.navigate({ to: '/login', search: { returnTo: router.state.location.href } }),
        },
      })
    } else toast({ text: errorText(outcome) })
  }
  return (
    <IconButton
      icon={Heart}
      label={t`Favourite: ${name}`}
      aria-pressed={on}
      filled={on}
      raised={raised}
      className={className}
      onClick={() => void set(!on)}
    />
  )
}
