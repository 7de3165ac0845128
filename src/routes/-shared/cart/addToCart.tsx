import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { CART_LINES_MAX } from '#contract/limits.ts'
import { addToCart, type CartLine } from '#data/cart.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/useToast.ts'

/** Renders the button that puts a line into the cart, also offline. */
export function AddToCart({ line }: { line: CartLine }) {
  const { t } = useLingui()
  const toast = useToast()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const most = CART_LINES_MAX
  const add = async () => {
    setBusy(true)
    const result = await addToCart(line)
    setBusy(false)
    const texts = {
      added: t`Added to your cart`,
      full: t`Your cart is full: it holds up to ${most} items.`,
      failed: t`Your cart could not be saved on this device.`,
    }
    toast({
      text: texts[result],
      icon: ShoppingCart,
      ...(result !== 'failed' && {
        action: { label: t`See the cart`, onAction: () => void navigate({ to: '/cart' }) },
      }),
    })
  }
  return (
    <Button data-add-to-cart kind="outline" full icon={ShoppingCart} busy={busy} onClick={() => void add()}>
      <Trans>Add to cart</Trans>
    </Button>
  )
}
