import { ResetDoneScreen } from '../../features/account/reset/ResetDoneScreen.tsx'
import type { LoginState } from '../session/login-state.ts'

const AFTER_RESET: LoginState = { passwordReset: true }

export function ResetDoneRoute() {
  return <ResetDoneScreen loginState={AFTER_RESET} />
}
