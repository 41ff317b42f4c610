import type { Actor } from '@app/contracts/event-store.ts'
import type { Principal } from '../http/authentication/authenticator.ts'

/** Whoever administers is written into every event of theirs. */
export const adminActor = ({ accountId }: Pick<Principal, 'accountId'>): Actor => ({
  kind: 'admin',
  id: accountId,
})
