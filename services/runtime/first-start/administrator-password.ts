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

/** What a start does about the administrator's password. */
export interface PasswordChoice {
  /** What the account gets. */
  readonly toSet?: string
  /** What nobody chose, and nobody was shown yet. */
  readonly toShow?: string
  /** Hash of a setting that is the account's password already, though nothing says that it was applied. */
  readonly toRemember?: string
}

/**
 * A setting is applied when it is new, and never again: it must not undo what its owner has changed since. Without one
 * a password is made for whoever has none, whether or not the log knows the account already: log and passwords are kept
 * apart, and beside another log than before nothing says any more which password holds.
 */
export async function choosePassword(
  deps: AdministratorPasswordDeps,
  given: { readonly id: string; readonly state: Account; readonly setting: string | undefined },
): Promise<PasswordChoice> {
  const { id, state, setting } = given
  const held = isStrangers(state) ? undefined : await hashOf(deps, id, state)
  if (setting !== undefined) return chooseSetting(deps, { id, held, setting })
  const kept = await deps.firstPassword.find()
  if (held === undefined) {
    const password = kept ?? (await makePassword(deps))
    return { toSet: password, toShow: password }
  }
  // Set by a start that was cut short before it could show it. Its owner may have changed it since.
  const isUnshown = kept !== undefined && (await deps.passwords.matches(kept, held))
  return isUnshown ? { toShow: kept } : {}
}

async function chooseSetting(
  { passwords, appliedPasswords }: AdministratorPasswordDeps,
  { id, held, setting }: { readonly id: string; readonly held: string | undefined; readonly setting: string },
): Promise<PasswordChoice> {
  if (held === undefined) return { toSet: setting }
  const applied = await appliedPasswords.find(id)
  if (applied !== undefined && (await passwords.matches(setting, applied))) return {}
  return (await passwords.matches(setting, held)) ? { toRemember: held } : { toSet: setting }
}

/** Kept before it is set: whoever is interrupted in between would own an account that nobody can enter. */
async function makePassword({ newPassword, firstPassword }: AdministratorPasswordDeps): Promise<string> {
  const made = newPassword()
  await firstPassword.keep(made)
  return made
}

/** Anybody may have registered the address that becomes the administrator's: the password is theirs, whoever they are. */
const isStrangers = (state: Account): boolean =>
  state.status === 'registered' && !state.isAdmin && !state.isHolderProven
