import { loginMethods } from '../../features/account/account-api.ts'
import type { AppStore } from '../store.ts'

/** Their documents request it with the scripts (web/build-documents.mjs). */
const WITH_LOGIN_METHODS = ['/login', '/register']
const WAIT_MS_MAX = 1_000

/** Resolves once the data for a screen's layout is there, or takes too long. */
export async function loadFirstAnswers(path: string, store: AppStore): Promise<void> {
  if (!WITH_LOGIN_METHODS.includes(path)) return
  const asked = store.dispatch(loginMethods.initiate())
  const tooLong = new Promise((resolve) => setTimeout(resolve, WAIT_MS_MAX))
  await Promise.race([asked, tooLong])
  asked.unsubscribe()
}
