import { useOutbox } from '#data/outbox.ts'
import { UpdatePrompt } from '#pwa/prompts.tsx'

/** A new version, once nothing waits to be sent. */
export function Update() {
  const { waiting } = useOutbox()
  return <UpdatePrompt waiting={waiting} />
}
