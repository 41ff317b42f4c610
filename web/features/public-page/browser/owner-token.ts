import { SESSION_KEY } from '@app/contracts/accounts/session-key.ts'
import type { DeviceStorage } from './device-storage.ts'

/** The dashboard's token: the server uses it to exclude the owner's own visits. */
export function sessionToken(storage: DeviceStorage): string | undefined {
  const session = storage.read(SESSION_KEY) as { token?: unknown } | null | undefined
  const token = session?.token
  return typeof token === 'string' && /^[\w.~+/=-]{1,4000}$/.test(token) ? token : undefined
}
