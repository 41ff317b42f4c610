import { newId } from '../../../kernel/log/ids.ts'
import type { Events } from '../../../kernel/commands.ts'
import type { OpenSessions } from '../access/open-sessions.ts'
import { createAccessControl, type AccessControl } from '../access/access-control.ts'
import { SECRETS, type TestClock } from '../../../../tests/support/api/test-backend.ts'

export const createTestAccessControl = (
  clock: Pick<TestClock, 'now'>,
  store: Events,
  sessions: OpenSessions,
  secret = SECRETS.jwt,
): AccessControl =>
  createAccessControl({ now: clock.now, store, sessions, newId, secret, onTrouble: () => undefined })
