import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { clearSocial } from '#data/social.ts'
import { Toasts } from '#routes/-shell/toasts.tsx'
import { Route as JoinAuth } from '#routes/join/auth.tsx'
import { Route as JoinCompletion } from '#routes/join/completion.tsx'
import { Route as JoinTerms } from '#routes/join/terms.tsx'
import { Route as Join } from '#routes/join/route.tsx'
import { clearDraft } from '#routes/join/-parts/joinDraft.ts'
import { Route as FindId } from '#routes/login/findId01.tsx'
import { Route as FoundId } from '#routes/login/findId02-1.tsx'
import { Route as NoId } from '#routes/login/findId02-2.tsx'
import { Route as FindPassword } from '#routes/login/findPw01.tsx'
import { Route as TemporaryPassword } from '#routes/login/findPw02-1.tsx'
import { Route as Kakao } from '#routes/login/snsKakao.tsx'
import { Route as SocialFail } from '#routes/login/snsFail.tsx'
import { Route as SocialSuccess } from '#routes/login/snsSuccess.tsx'
import { Route as SignIn } from '#routes/login/index.tsx'
import { Route as NewPassword } from '#routes/login/pwReset.tsx'
import { Route as Login } from '#routes/login/route.tsx'
import { clearSocialFailure } from '#routes/login/-parts/socialFailure.ts'
import { clearFindId } from '#routes/login/-parts/findIdDraft.ts'
import { clearRecovery } from '#routes/login/-parts/recoveryDraft.ts'
import { showToast } from '#ui/useToast.ts'
import { alertsOf, errorBeside, isInvalidFocused, isSummaryFocused, summaryIn } from '../harness/formState.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type } from '../harness/screen.tsx'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** Forms of signing in and signing up on a phone of their own: what stands at each field, and what was sent. */

/** A phone; its `tab` where one is open. */
export type OpenedBrowser = ReturnType<typeof openWithPeer> & { tab?: Tab }

/** As `routeTree.gen.ts` puts them together; other addresses exist and show nothing. */
const root = createRootRoute({ notFoundComponent: () => null })
const below = (parent: unknown, route: { update: (options: never) => unknown }, id: string) =>
  route.update({ id, path: id, getParentRoute: () => parent } as never)
const login = below(root, Login, '/login') as typeof root
login.addChildren([
  below(login, SignIn, '/'),
  below(login, FindId, '/findId01'),
  below(login, FoundId, '/findId02-1'),
  below(login, NoId, '/findId02-2'),
  below(login, FindPassword, '/findPw01'),
  below(login, TemporaryPassword, '/findPw02-1'),
  below(login, NewPassword, '/pwReset'),
  below(login, SocialSuccess, '/snsSuccess'),
  below(login, SocialFail, '/snsFail'),
  below(login, Kakao, '/snsKakao'),
] as never)
const join = below(root, Join, '/join') as typeof root
join.addChildren([
  below(join, JoinAuth, '/auth'),
  below(join, JoinTerms, '/terms'),
  below(join, JoinCompletion, '/completion'),
] as never)
root.addChildren([login, join] as never)

/** jsdom has no page to scroll. */
window.scrollTo = () => undefined

beforeEach(() => {
  clearDraft()
  clearFindId()
  clearSocial()
  clearSocialFailure()
  clearRecovery()
  showToast(null)
})

/** What a field says of a text that is no address. */
export const BAD_EMAIL =
  'Please enter your email address according to the correct format, for example name@example.com.'
const LABEL = 'a'.repeat(60)
/** An address of `length` characters, 64 of them before the `@`. */
const ofLength = (length: number) => {
  const domain = `${LABEL}.${LABEL}.${LABEL}.com`
  return `${'m'.repeat(64)}@${'b'.repeat(length - domain.length - 66)}.${domain}`
}
/** What is no address, and why. */
export const BAD_ADDRESSES = [
  ['no @', 'mina.example.com'],
  ['no domain', 'mina@'],
  ['a top part of one letter', 'mina@example.c'],
  ['a local part of 65 characters', `${'m'.repeat(65)}@example.com`],
  ['255 characters', ofLength(255)],
] as const
/** What is one by a single character. */
export const GOOD_ADDRESSES = [
  ['a top part of two letters', 'mina@example.co'],
  ['a local part of 64 characters', `${'m'.repeat(64)}@example.com`],
  ['254 characters', ofLength(254)],
] as const

/** What a new password may be: letters, numbers, symbols, and nothing that is easy to guess. */
export const GOOD_PASSWORD = 'Kz7!qWvx-lighthouse'
const RANDOM = 'qz7!wkvxjm-uhbgtrfypdkse4+ncla9o'.repeat(4)
/** One character longer than a password may be. */
export const TOO_LONG = `${RANDOM}x`
/** What a new password lacks. */
export const BAD_PASSWORDS = [
  ['7 characters', 'Kz7!qWv'],
  ['129 characters', TOO_LONG],
  ['no letters', '73!91-04+82'],
  ['no numbers', 'Kzp!qWvx-light'],
  ['no symbols', 'Kz7pqWvx9light'],
] as const
/** What is long or short enough by a single character. */
export const GOOD_PASSWORDS = [
  ['8 characters', 'Kz7!qWvx'],
  ['128 characters', RANDOM],
] as const

/** Calls that a form makes, not those that keep the phone up to date. */
const ASKS =
  /^POST \/(account\/(login|sign-up|change-password|easy-login)|cert\/)|^GET \/account\/find-(?:password|id)|^PATCH /

/** What a person sees of the form in `screen`, and what `network` saw of it. */
const formOf = async (screen: ReactNode, { network, clock, browser }: OpenedBrowser) => {
  const before = network.sentRequests.length
  const mounted = await mountScreen(screen)
  const { element } = mounted
  const byId = <T extends HTMLElement = HTMLInputElement>(id: string): T => {
    const field = element.querySelector<T>(`[id="${id}"]`)
    if (!field) throw new Error(`no field “${id}”`)
    return field
  }
  /** The head line and the messages of the summary; null without one. */
  const summary = () => {
    const summaryElement = summaryIn(element)
    return summaryElement && [...summaryElement.querySelectorAll('p, li')].map(({ textContent }) => textContent)
  }
  return {
    ...mounted,
    network,
    clock,
    browser,
    byId,
    fill: (id: string, text: string) => type(byId(id), text),
    tick: (id: string) => flushSync(() => byId(id).click()),
    value: (id: string) => byId(id).value,
    /** Presses a button once it can be pressed: the submit before has ended. */
    pressAgain: async (name: string) => {
      await waitUntil(() => mounted.button(name)?.getAttribute('aria-busy') === null, name)
      mounted.press(name)
    },
    /** The message beside a field, which says that it is wrong; null without one. */
    error: (id: string) => errorBeside(byId(id)),
    summary,
    /**
     * Presses a button that must be refused: answers the summary of several errors once it has the focus, or the single
     * error once its field has it.
     */
    pressRefused: async (name: string) => {
      mounted.press(name)
      const alone = () => (isInvalidFocused(element) && summary() === null ? document.activeElement : null)
      await waitUntil(() => alone() !== null || isSummaryFocused(), 'the focus on what is wrong')
      const field = alone()
      return field ? [errorBeside(field as HTMLElement)] : summary()
    },
    /** Where the focus is: the id of an element, or `summary`. */
    focus: () => (isSummaryFocused() ? 'summary' : document.activeElement?.id),
    /** What the toast says; `''` without one. */
    toast: () => [...element.querySelectorAll('[role=status]')].at(-1)?.textContent ?? '',
    /** What banners say, without the summary. */
    banners: () => alertsOf(element),
    sent: () =>
      network.sentRequests
        .slice(before)
        .filter(({ method, path }) => ASKS.test(`${method} ${path}`))
        .map(({ method, path, body }) => [`${method} ${path}`, body === '' ? null : (JSON.parse(body) as unknown)]),
  }
}
export type Form = Awaited<ReturnType<typeof formOf>>

/** A part of a screen, beside the toasts, on a phone that is there already. */
export const openElement = (content: ReactNode, opened: OpenedBrowser) =>
  formOf(
    <>
      {content}
      <Toasts />
    </>,
    opened,
  )

/** The page at `address`, in the tab of the phone that is given, else in a new one. */
export const openPage = async (address: string, opened: OpenedBrowser = openWithPeer()) => {
  const tab = opened.tab ?? (await opened.browser.tab())
  replaceRuntime(tab.runtime)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root, history })
  await router.load()
  const form = await openElement(<RouterProvider router={router as never} />, opened)
  return {
    ...form,
    peer: opened.peer,
    tab,
    address: () => history.location.href,
    /** Time passes, and the page looks at its clock. */
    advance: (ms: number) => {
      opened.clock.advance(ms)
      flushSync(() => tab.fire('visible'))
    },
    sessionState: () => tab.runtime.session.state.get(),
  }
}
export type Page = Awaited<ReturnType<typeof openPage>>

/** The next `times` requests that match are answered so. */
export const answerNext = (
  { network }: Pick<OpenedBrowser, 'network'>,
  match: RegExp,
  code: string,
  data: unknown = null,
  { http = 200, retryAfter, times = 1 }: { http?: number; retryAfter?: number; times?: number } = {},
) =>
  network.fault(
    match,
    async () => answer(http, code, data, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
    times,
  )

/** Answers with a living session of Mina, as a sign-in does; `change` replaces some of its fields. */
export const answersSession = ({ network, peer }: OpenedBrowser, match: RegExp, change: object = {}) =>
  network.fault(match, async () => {
    const body = JSON.stringify({ id: 'mina', password: 'right', autoLgnYn: 'Y' })
    const response = await peer.handler(new Request('http://phone.test/api/v1/account/login', { method: 'POST', body }))
    const { data } = (await response.json()) as { data: object }
    return answer(200, '200', { ...data, ...change })
  })

/** Presses `button`, and twice more while its request is under way: answers what was sent until its end. */
export const pressedThrice = async (form: Form, button: string, match: RegExp) => {
  const line = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  form.network.fault(
    match,
    async () => {
      arrived.resolve()
      await line.promise
      return answer(503, 'E_UNAVAILABLE')
    },
    Infinity,
  )
  form.press(button)
  await arrived.promise
  const isBusy = () => form.button(button)?.getAttribute('aria-busy') === 'true'
  await waitUntil(isBusy, 'a busy button')
  form.press(button)
  form.press(button)
  line.resolve()
  await waitUntil(() => !isBusy() && form.banners().length > 0, 'the end of the request')
  return form.sent()
}
