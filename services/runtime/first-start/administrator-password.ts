import { hashOf } from '@app/api/accounts/password-change.ts'
import type { Account } from '@app/domain/account-state.ts'
import type { FirstPassword } from '@app/identity/first-password.ts'
import type { Passwords } from '@app/identity/passwords.ts'
import type { AppliedPasswords } from '@app/vault/logins/applied-passwords.ts'
import type { Credentials } from '@app/vault/logins/credentials.ts'

export interface AdministratorPasswordDeps {
  readonly credentials: Credentials
  readonly passwords: Pick<Passwords, 'hash' | 'matches'>
  readonly appliedPasswords: AppliedPasswords
  readonly newPassword: () => string
  readonly firstPassword: FirstPassword
}

export interface PasswordChoice {
  readonly toSet?: string
  readonly toShow?: string
  /** The hash of a setting in use that is not yet stored as applied. */
  readonly toRemember?: string
}

/**
 * Applies a setting once, so that it does not undo a later change. Gives a password to an account without one, even
 * if the account is in the log, because log and passwords may come from different installations.
 */
export async function choosePassword(
  deps: AdministratorPasswordDeps,
  given: { readonly id: string; readonly state: Account; readonly setting: string | undefined },
): Promise<PasswordChoice> {
  const { id, state, setting } = given
  const current = isStrangers(state) ? undefined : await hashOf(deps, id, state)
  if (setting !== undefined) return chooseSetting(deps, { id, current, setting })
  const kept = await deps.firstPassword.find()
  if (current === undefined) {
    const password = kept ?? (await makePassword(deps))
    return { toSet: password, toShow: password }
  }
  // A start may have set the password and died before it showed it; the owner may have changed it since.
  const isUnshown = kept !== undefined && (await deps.passwords.matches(kept, current))
  return isUnshown ? { toShow: kept } : {}
}

async function chooseSetting(
  { passwords, appliedPasswords }: AdministratorPasswordDeps,
  {
    id,
    current,
    setting,
  }: { readonly id: string; readonly current: string | undefined; readonly setting: string },
): Promise<PasswordChoice> {
  if (current === undefined) return { toSet: setting }
  const applied = await appliedPasswords.find(id)
  if (applied !== undefined && (await passwords.matches(setting, applied))) return {}
  return (await passwords.matches(setting, current)) ? { toRemember: current } : { toSet: setting }
}

/** Stored before it is set: a crash in between would leave an account that nobody can enter. */
async function makePassword({ newPassword, firstPassword }: AdministratorPasswordDeps): Promise<string> {
  const made = newPassword()
  await firstPassword.keep(made)
  return made
}

/** A stranger may have registered the address with their own password. */
const isStrangers = (state: Account): boolean =>
  state.status === 'registered' && !state.isAdmin && !state.isHolderProven
