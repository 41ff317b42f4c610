import type { EventStore } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import { createAuthenticator, type Authenticator } from '../http/authentication/authenticator.ts'
import { SECRETS, type TestClock } from '../../../tests/support/api/test-backend.ts'

/** The authenticator of one process of several. */
export const createTestAuthenticator = (
  clock: Pick<TestClock, 'now' | 'monotonicMs'>,
  store: EventStore,
  sessions: OpenSessions,
  secret = SECRETS.jwt,
): Authenticator =>
  createAuthenticator({ ...clock, store, sessions, newId, secret, onTrouble: () => undefined })
