import type { EventStore } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import { createAccessControl, type AccessControl } from '../http/access/access-control.ts'
import { SECRETS, type TestClock } from '../../../tests/support/api/test-backend.ts'

/** The access control of one process of several. */
export const createTestAccessControl = (
  clock: Pick<TestClock, 'now' | 'monotonicMs'>,
  store: EventStore,
  sessions: OpenSessions,
  secret = SECRETS.jwt,
): AccessControl =>
  createAccessControl({ ...clock, store, sessions, newId, secret, onTrouble: () => undefined })
