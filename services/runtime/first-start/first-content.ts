import { randomInt } from 'node:crypto'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import type { FirstPassword } from '@app/identity/first-password.ts'
import { generatePassword } from '@app/identity/generate-password.ts'
import type { Passwords } from '@app/identity/passwords.ts'
import { createAccountFinder } from '@app/processes/accounts/find-account.ts'
import { createCredentials, createAppliedPasswords } from '@app/vault/logins/credentials.ts'
import {
  ensureAdministrator,
  type Administrator,
  type WantedAdministrator,
  createOneAtATime,
} from './bootstrap.ts'
import { ensureDemoProfile } from './ensure-demo-profile.ts'
import type { Backend } from '../backend/open-backend.ts'

export interface FirstContentDeps {
  readonly backend: Backend
  readonly passwords: Passwords
  readonly firstPassword: FirstPassword
  readonly securityLog: SecurityLog
}

/** Creates the administrator and the demo profile before the first answer. */
export async function ensureFirstContent(
  { backend, passwords, firstPassword, securityLog }: FirstContentDeps,
  wanted: WantedAdministrator,
): Promise<Administrator> {
  const { app, store, names, now, newId } = backend
  const context = { store, names, now, newId }
  const administrator = await ensureAdministrator(
    {
      ...context,
      credentials: createCredentials(app, now),
      appliedPasswords: createAppliedPasswords(app, now),
      passwords,
      firstPassword,
      newPassword: () => generatePassword((n) => randomInt(n)),
      findAccountId: createAccountFinder(context, true),
      oneAtATime: createOneAtATime(app, 'administrator'),
      securityLog,
    },
    wanted,
  )
  await ensureDemoProfile(context, administrator.id)
  return administrator
}
