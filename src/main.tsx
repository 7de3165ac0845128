import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { FRAME, SHOW_THE_CITY } from '#contract/shells.ts'
import { breath } from '#data/breath.ts'
import { idle } from '#data/idle.ts'
import { useSession } from '#data/session.ts'
import { dataReady, nudge, startData } from '#data/start.ts'
import { adoptDrawings } from '#art/drawing.tsx'
import { fetchLate, late } from '#routes/-parts/late.tsx'
import { fetchPhone, onPhone, started } from '#data/phone.ts'
import { usePhoneThere } from '#data/there.ts'
import { activate, allSentences } from '#i18n/catalogues.ts'
import { detectLocale } from '#i18n/locale.ts'
import { currentLocale, nameLanguage, onLocale } from '#i18n/useLocale.ts'
import { guardChunks } from './chunks.ts'
import { formsLeft, watchForms } from '#pwa/dirty.ts'
import { watchInstall } from '#pwa/install.ts'
import { restrictSinks } from '#pwa/trusted.ts'
import { createRouter } from './router.tsx'

// What was imported has just been run: the page breathes before it goes on.
await breath()

restrictSinks()
guardChunks()
watchInstall()
watchForms()

const router = createRouter(createBrowserHistory())
router.subscribe('onResolved', ({ pathChanged }) => pathChanged && formsLeft())
// Only the first screen may do without the phone.
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => fromLocation && pathChanged && fetchPhone())

let setMounted: () => void
const mounted = new Promise<void>((resolve) => {
  setMounted = resolve
})
/** What speaks to the worker is fetched once the first screen answers. */
const worker = mounted.then(() => import('#pwa/worker.ts'))

const Update = late(async () => (await import('#routes/-parts/update.tsx')).Update)

/** The application: its screens, and what any of them may say. */
function App() {
  const there = usePhoneThere()
  const { state, user } = useSession()
  const member = state === 'member' ? user?.memberId : null
  useEffect(() => {
    // Undefined: the storage has not said yet who it is.
    if (member !== undefined) worker.then(({ setPushMember }) => setPushMember(member)).catch(() => undefined)
  }, [member])
  // From here on the page answers: what was seen before was the shell.
  useEffect(() => {
    document.documentElement.dataset.app = 'on'
    setMounted()
  }, [])
  return (
    <>
      <RouterProvider router={router} />
      {there && <Update />}
    </>
  )
}

/** Sentences, data and the screen are loaded first and mounted then: the first commit is the whole tree, nothing moves. */
const start = async (): Promise<void> => {
  await activate(detectLocale())
  nameLanguage()
  const { shell = '' } = document.documentElement.dataset
  const phone = startData({ locale: currentLocale, onLocale, needed: shell === FRAME })
  await Promise.all([
    router.load(),
    dataReady({ city: SHOW_THE_CITY.includes(shell), phone }),
    // Who has been here may be offline, or a member: then they are part of the first sight.
    phone === 'now' ? fetchLate().catch(() => undefined) : undefined,
  ])
  const root = document.getElementById('app')
  if (!root) throw new Error('the shell has no #app')
  const tree = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <App />
      </I18nProvider>
    </StrictMode>
  )
  // As a transition it is rendered in slices: the page answers to a finger meanwhile, and the shell stays until it is whole.
  adoptDrawings(root)
  startTransition(() => createRoot(root).render(tree))
  // All that the first screen needs has been fetched: the network is the worker's.
  const installed = worker.then(({ registerWorker, onNudge }) => {
    onNudge(nudge)
    return registerWorker(currentLocale())
  })
  onPhone(
    () =>
      void breath()
        .then(allSentences)
        .catch(() => undefined),
  )
  // What no screen has needed yet comes when the page is idle, and from the worker where it has it.
  void installed
    .catch(() => undefined)
    .then(idle)
    .then(started)
    .then(idle)
    .then(fetchLate)
    .catch(() => undefined)
  onLocale((locale) => void worker.then(({ keepLocale }) => keepLocale(locale)).catch(() => undefined))
}

await start()
