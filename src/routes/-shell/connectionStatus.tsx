import { useConnectionText } from '../-shared/connection/useConnectionText.ts'
import { useIsGate } from './useIsGate.ts'

/** Renders the text that a live region announces while the connection is missing; none on the gate screen. */
export function ConnectionStatus() {
  const text = useConnectionText()
  return useIsGate() ? null : text
}
