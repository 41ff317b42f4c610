import { randomInt } from 'node:crypto'
import type { FirstPassword } from '../../accounts/identity/first-password.ts'
import { generatePassword } from '../../accounts/identity/generate-password.ts'
import { withAdvisoryLock } from '../../platform/postgres/advisory-lock.ts'
import { createAccountFinder } from '../../accounts/find-account.ts'
import { createCredentials, createAppliedPasswords } from '../../accounts/logins/credentials.ts'
import type { Backend } from '../backend/open-backend.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { ensureAdministrator, type Administrator, type WantedAdministrator } from './bootstrap.ts'
import { ensureDemoProfile } from './ensure-demo-profile.ts'

interface FirstStart extends Pick<Ctx, 'passwords' | 'securityLog'> {
  readonly backend: Backend
  readonly firstPassword: FirstPassword
}

/** Creates the administrator and the demo profile before the first answer. */
export async function ensureFirstContent(
  { backend, ...login }: FirstStart,
  wanted: WantedAdministrator,
): Promise<Administrator> {
  const { app, projector, store, names, now, newId } = backend
  const context = { store, names, now, newId }
  const administrator = await ensureAdministrator(
    {
      ...context,
      ...login,
      credentials: createCredentials(app, now),
      appliedPasswords: createAppliedPasswords(app, now),
      newPassword: () => generatePassword((n) => randomInt(n)),
      findAccountId: createAccountFinder(context, true),
      // The logins of read models wait longer than a caller would.
      oneAtATime: (work) => withAdvisoryLock(projector, 'administrator', work),
    },
    wanted,
  )
  await ensureDemoProfile(context, administrator.id)
  return administrator
}
