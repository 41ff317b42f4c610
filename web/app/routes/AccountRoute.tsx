import { ForgotPasswordScreen } from '../../features/account/reset/ForgotPasswordScreen.tsx'
import { ResetDoneScreen } from '../../features/account/reset/ResetDoneScreen.tsx'
import { ActivateRoute } from './ActivateRoute.tsx'
import { ExternalLoginRoute } from './ExternalLoginRoute.tsx'
import { RegisterRoute } from './RegisterRoute.tsx'
import { ResetRoute } from './ResetRoute.tsx'

const SCREENS = {
  register: RegisterRoute,
  'forgot-password': ForgotPasswordScreen,
  reset: ResetRoute,
  'reset-done': ResetDoneScreen,
  activate: ActivateRoute,
  'external-login': ExternalLoginRoute,
} as const

/** One chunk for all of these screens: separate chunks would have a few hundred bytes each. */
export function AccountRoute({ screen }: { readonly screen: keyof typeof SCREENS }) {
  const Screen = SCREENS[screen]
  return <Screen />
}
