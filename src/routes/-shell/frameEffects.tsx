import { HeldSprite } from '#art/scene.tsx'
import { CanonicalAddress } from './canonicalAddress.tsx'
import { CarryTicket } from './carryTicket.tsx'
import { ConnectionStatus } from './connectionStatus.tsx'

/**
 * Renders what the frame does beside its notices: the text of the connection for screen readers, moving tickets, the
 * sprite that they are drawn from, and the canonical address.
 */
export function FrameEffects() {
  return (
    <>
      <ConnectionStatus />
      <CarryTicket />
      <HeldSprite />
      <CanonicalAddress />
    </>
  )
}
