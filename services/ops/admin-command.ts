import type { Settings } from '@app/outside/settings.ts'
import { grantAdmin, revokeAdmin } from '@app/processes/administrators.ts'
import { onAccount, securityLogOf, STAFF, warnOfSetting } from './on-account.ts'
import type { Terminal } from './session.ts'

/** Makes an account an administrator, or takes that away. */
export async function adminCommand(
  settings: Settings,
  terminal: Terminal,
  { change, email }: { readonly change: 'grant' | 'revoke'; readonly email: string },
): Promise<number> {
  const decide = change === 'grant' ? grantAdmin : revokeAdmin
  const isNew = await onAccount(settings, terminal, email, async (backend, account) => {
    const isDone = await decide(backend, account, STAFF)
    const event = change === 'grant' ? 'admin-granted' : 'admin-revoked'
    if (isDone) securityLogOf(settings, backend.now)({ event, account, by: 'ops' })
    return isDone
  })
  terminal.print(`${email} ${SAID[change][isNew ? 'now' : 'already']}`)
  if (change === 'revoke') warnOfSetting(settings, terminal, email)
  return 0
}

const SAID = {
  grant: { now: 'ahora es administrador. Lo ve al entrar otra vez.', already: 'ya era administrador.' },
  revoke: {
    now: 'ya no es administrador. Sus sesiones abiertas se cerraron.',
    already: 'no era administrador.',
  },
} as const
