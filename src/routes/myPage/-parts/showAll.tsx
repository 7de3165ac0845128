import { Trans } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { useShowablePasses } from '#data/passCounts.ts'
import { Button } from '#ui/button.tsx'
import { useCloseWithoutCode, useFullScreen } from './fullScreen.ts'
import styles from './myPass.module.css'
import { ShowAllDialog } from './showAllDialog.tsx'

/**
 * Renders the button that shows the codes of all usable passes on this phone one after the other, for a family at a
 * gate; nothing for a single pass.
 */
export function ShowAll() {
  const passes = useShowablePasses()
  const { isAll, openAll, close } = useFullScreen()
  const hasCodes = passes.length > 0
  // At a gate they go one after the other.
  useCloseWithoutCode(isAll && hasCodes, close)
  return (
    <>
      {passes.length > 1 && (
        <Button kind="outline" icon={Users} className={styles.showAll} onClick={openAll}>
          <Trans>Show all codes at the gate</Trans>
        </Button>
      )}
      {isAll && hasCodes && <ShowAllDialog passes={passes} onClose={close} />}
    </>
  )
}
