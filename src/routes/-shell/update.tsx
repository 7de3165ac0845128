import { useOutbox } from '#data/outbox.ts'
import { UpdatePrompt } from '#pwa/updatePrompt.tsx'

/** Renders the update prompt; a new version is not applied by itself while actions wait in the outbox. */
export function Update() {
  const { waiting } = useOutbox()
  return <UpdatePrompt waiting={waiting} />
}
