import type { RegisteredAccount } from '@app/domain/account-state.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import { userOf } from '../session-answer.ts'
import { accountHistory } from './account-history.ts'
import { profileEntries, type ExportProfileDeps } from './export-profile.ts'
import { README } from './export-readme.ts'
import { jsonEntry, listEntry, textEntry } from './json-entries.ts'
import type { ZipEntry } from './zip-stream.ts'

export interface ExportEntriesDeps extends ExportProfileDeps {
  readonly openSessions: Pick<OpenSessions, 'list' | 'end'>
}

export interface ExportedAccount {
  readonly id: string
  readonly state: RegisteredAccount
}

/** All that is stored of the account and its profiles, without hashes, keys and ids of visitors. */
export async function* exportEntries(
  deps: ExportEntriesDeps,
  { id, state }: ExportedAccount,
): AsyncGenerator<ZipEntry> {
  yield textEntry('LEEME.txt', README)
  yield jsonEntry('cuenta.json', await accountOf(deps, { id, state }))
  yield listEntry('historial.json', accountHistory(deps.store, id))
  yield* profileEntries(deps, id)
}

async function accountOf(
  { openSessions, now }: ExportEntriesDeps,
  { id, state }: ExportedAccount,
): Promise<object> {
  const sessions = await openSessions.list(id, state.sessionVersion)
  return {
    exported_at: now().toISOString(),
    ...userOf(id, state),
    registered_at: state.registeredAt,
    has_password: state.hasPassword,
    external_logins: state.externalLogins,
    sessions: sessions.map(({ device, beganAt, seenAt }) => ({
      device,
      began_at: beganAt.toISOString(),
      seen_at: seenAt.toISOString(),
    })),
  }
}
