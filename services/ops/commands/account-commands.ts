import type { Settings } from '../../platform/settings/settings.ts'
import { endRights, grantAdmin, type Granted } from '../../accounts/change-administrators.ts'
import { onAccount, securityLogOf, STAFF, warnOfSetting } from '../on-account.ts'
import { type Terminal, withBackend } from '../ops-session.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import type { CommandContext } from '../../kernel/command-context.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { issueCodes, createCodeSeals } from '../../codes/code-admin-routes.ts'

const SAID = {
  grant: { now: 'ahora es administrador. Lo ve al entrar otra vez.', already: 'ya era administrador.' },
  revoke: {
    now: 'ya no es administrador. Sus sesiones abiertas se cerraron.',
    already: 'no era administrador.',
  },
} as const

export async function adminCommand(
  settings: Settings,
  terminal: Terminal,
  { change, email }: { readonly change: 'grant' | 'revoke'; readonly email: string },
): Promise<number> {
  const done = await onAccount(settings, terminal, email, async (backend, account) => {
    const outcome = await DECIDE[change](backend, account, STAFF)
    const event = change === 'grant' ? 'admin-granted' : 'admin-revoked'
    if (outcome.isNew) securityLogOf(settings, backend.now)({ event, account, by: 'ops' })
    return outcome
  })
  terminal.print(`${email} ${SAID[change][done.isNew ? 'now' : 'already']}`)
  if (done.hasEndedLogins) terminal.print(UNPROVEN)
  if (change === 'revoke') warnOfSetting(settings, terminal, email)
  return 0
}

const DECIDE = {
  grant: grantAdmin,
  revoke: async (deps: CommandContext, accountId: string, actor: Actor): Promise<Granted> => ({
    isNew: await endRights(deps, accountId, 'RevokeAdmin', actor),
    hasEndedLogins: false,
  }),
} as const

const UNPROVEN =
  'Nadie había probado que ese correo es suyo: su contraseña y sus sesiones se anularon. Se entra con «¿Olvidaste tu contraseña?».'

export async function codesCommand(
  settings: Settings,
  terminal: Terminal,
  wanted: { readonly count: number; readonly maxProfiles: number },
): Promise<number> {
  const codes = await withBackend(settings, terminal, (backend) => {
    const codeSeals = createCodeSeals(backend.idKeys, randomBytes)
    return issueCodes({ ...backend, codeSeals, below: (n) => randomInt(n) }, { ...wanted, actor: STAFF })
  })
  terminal.print(codes.join('\n'))
  return 0
}
