import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { localeOfTags } from '#contract/locales.ts'
import { CLEAN_FRAME, FRAME, SHOW_THE_CITY } from '#contract/shells.ts'
import { yieldToMain } from '#data/yieldToMain.ts'
import { idle } from '#data/idle.ts'
import { useSession } from '#data/session.ts'
import { defer, loadDeferred, setTexts, watchTouches } from '#data/deferred.ts'
import { dataReady, nudge, startData } from '#data/start.ts'
import { adoptDrawings } from '#art/drawing.tsx'
import { lazyPart } from '#routes/-shared/lazyPart.tsx'
import { loadErrorScreens } from '#routes/-shell/lazyScreens.tsx'
import { onRuntime } from '#data/runtime.ts'
import { useRuntimeReady } from '#data/runtimeReady.ts'
import { activate, loadMessagesOfParts } from '#i18n/loadMessages.ts'
import { detectLocale } from '#i18n/locale.ts'
import { currentLocale, setDocumentLanguage, onLocale } from '#i18n/useLocale.ts'
import { guardChunks } from './chunks.ts'
import { clearDirty, watchForms } from '#pwa/dirty.ts'
import { watchInstall } from '#pwa/install.ts'
import { restrictSinks } from '#pwa/trusted.ts'
import { createFirstRouter } from './firstRouter.ts'
import { replayTap } from './start/earlyTap.ts'
import { showIncomplete } from './start/incomplete.ts'

// Evaluating the imports was a long task: let the page handle input first.
await yieldToMain()

restrictSinks()
guardChunks()
watchInstall()
watchForms()

const { router, loadTable } = createFirstRouter(createBrowserHistory())
defer(loadTable)
router.subscribe('onResolved', ({ pathChanged }) => pathChanged && clearDirty())
/** Resolves at the second screen. */
const goesOn = new Promise<void>((resolve) => {
  // Only the first screen may run without what is deferred.
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    void loadDeferred()
    resolve()
  })
})
/** A visitor who opens one screen, once, does not download the others (S31). */
const needsOthers = navigator.serviceWorker?.controller ? undefined : goesOn

/** Stores what a first visit leaves out: screens, and their messages in the current language. */
const storeScreens = async (): Promise<void> => {
  await (await worker).storeRest()
}

let setMounted: () => void
const mounted = new Promise<void>((resolve) => {
  setMounted = resolve
})
/** Loads the code that talks to the service worker, once the application is mounted. */
const worker = mounted.then(() => import('#pwa/worker.ts'))

const Update = lazyPart(async () => (await import('#routes/-shell/update.tsx')).Update)

/** Renders the application: the router, and the update prompt once the runtime is loaded. */
function App() {
  const isReady = useRuntimeReady()
  const { state, user } = useSession()
  const member = state === 'member' ? user?.memberId : null
  useEffect(() => {
    // Undefined while the session is not read yet.
    if (member !== undefined) worker.then(({ setPushMember }) => setPushMember(member)).catch(() => undefined)
  }, [member])
  // Mounted: the application has replaced the shell.
  useEffect(() => {
    document.documentElement.dataset.app = 'on'
    replayTap(performance.now())
    setMounted()
  }, [])
  return (
    <>
      <RouterProvider router={router} />
      {isReady && <Update />}
    </>
  )
}

/** Loads messages, data and the screen, then mounts: the first commit is the complete screen, so nothing moves. */
const start = async (): Promise<void> => {
  // Offline the worker may have only the language of its shell, whose cookie the browser has deleted.
  await activate(detectLocale()).catch((error: unknown) =>
    activate(localeOfTags([document.documentElement.lang])).catch(() => {
      throw error
    }),
  )
  setDocumentLanguage()
  const { shell = '' } = document.documentElement.dataset
  const runtimeStart = startData({ locale: currentLocale, onLocale, needed: shell === FRAME || shell === CLEAN_FRAME })
  setTexts(loadMessagesOfParts)
  watchTouches()
  await Promise.all([
    router.load(),
    dataReady({ city: SHOW_THE_CITY.includes(shell), runtimeStart }),
    // This phone stores data: its visitor may be offline or a member, so the first commit includes the lazy parts.
    runtimeStart === 'loading' ? loadDeferred({ atOnce: true }) : undefined,
  ])
  // The first screen could not be loaded, or does not exist. Without the screen that says so the shell stays.
  const hasNoScreen = router.state.matches.some(({ status, _notFound }) => status === 'error' || _notFound)
  if (hasNoScreen) await loadErrorScreens()
  const root = document.getElementById('app')
  if (!root) throw new Error('the shell has no #app')
  const tree = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <App />
      </I18nProvider>
    </StrictMode>
  )
  // A transition renders in slices: the page handles input meanwhile, and the shell stays until the tree is complete.
  adoptDrawings(root)
  const onUncaughtError = (error: unknown) => {
    reportError(error)
    showIncomplete()
  }
  startTransition(() => createRoot(root, { onUncaughtError }).render(tree))
  // The first screen has all it needs: the service worker may use the network to install.
  const installed = worker.then(({ registerWorker, onNudge }) => {
    onNudge(nudge)
    return registerWorker(currentLocale())
  })
  onRuntime(
    () =>
      void yieldToMain()
        .then(loadMessagesOfParts)
        .catch(() => undefined),
  )
  // Idle: load what is deferred, from the service worker's cache if it is installed.
  void installed
    .catch(() => undefined)
    .then(idle)
    .then(() => loadDeferred())
    .then(() => worker)
    .then(({ alignLocale }) => alignLocale(currentLocale()))
    .then(() => needsOthers)
    .then(storeScreens)
    // Offline or full: the next start asks again.
    .catch(() => undefined)
  onLocale(
    (locale) =>
      void worker
        .then(({ precacheLocale }) => precacheLocale(locale))
        .then(() => needsOthers)
        .then(storeScreens)
        .catch(() => undefined),
  )
}

await start()
