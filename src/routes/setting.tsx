import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SettingScreen } from './setting/-parts/settingScreen.tsx'

export const Route = createFileRoute('/setting')({
  staticData: { layout: 'default', title: msg`Settings` },
  component: SettingScreen,
})
