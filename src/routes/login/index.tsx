import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { returnTo } from '#contract/rules/returnTo.ts'
import { sessionReady } from '#data/session.ts'
import { SignInScreen } from './-parts/signInScreen.tsx'

export const Route = createFileRoute('/login/')({
  staticData: { layout: 'clean', title: msg`Sign in` },
  beforeLoad: async ({ search }) => {
    if (typeof document === 'undefined') return // prerendering has no session
    if ((await sessionReady()).state === 'member') throw redirect({ href: returnTo(search.returnTo), replace: true })
  },
  component: Login,
})

function Login() {
  return <SignInScreen wanted={Route.useSearch().returnTo} />
}
