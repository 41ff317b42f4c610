import type { Actor } from '@app/contracts/event-store.ts'
import type { Principal } from '../http/access/access-control.ts'

/** Every event of an administrator names them. */
export const adminActor = ({ accountId }: Pick<Principal, 'accountId'>): Actor => ({
  kind: 'admin',
  id: accountId,
})
