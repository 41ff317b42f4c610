import { ResetDoneScreen } from '../features/account/ResetDoneScreen.tsx'
import type { LoginState } from './login-state.ts'

const AFTER_RESET: LoginState = { passwordReset: true }

export function ResetDoneRoute() {
  return <ResetDoneScreen loginState={AFTER_RESET} />
}
