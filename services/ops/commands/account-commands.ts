import type { Settings } from '@app/settings/settings.ts'
import {
  deactivateAccount,
  reactivateAccount,
  grantAdmin,
  revokeAdmin,
  type Granted,
} from '@app/processes/accounts/change-administrators.ts'
import { onAccount, securityLogOf, STAFF, warnOfSetting } from '../on-account.ts'
import { type Terminal, withBackend } from '../ops-session.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import type { CommandContext } from '@app/processes/command-context.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { issueCodes } from '@app/processes/accounts/issue-code.ts'
import { unusedCodes } from '@app/processes/accounts/unused-codes.ts'
import { createCodeSeals } from '@app/vault/seals/code-seals.ts'

export async function accountCommand(
  settings: Settings,
  terminal: Terminal,
  { change, email }: { readonly change: 'disable' | 'enable'; readonly email: string },
): Promise<number> {
  const decide = change === 'disable' ? deactivateAccount : reactivateAccount
  const isNew = await onAccount(settings, terminal, email, async (backend, account) => {
    const isDone = await decide(backend, account, STAFF)
    const event = change === 'disable' ? 'account-deactivated' : 'account-reactivated'
    if (isDone) securityLogOf(settings, backend.now)({ event, account, by: 'ops' })
    return isDone
  })
  terminal.print(`${email} ${SAID[change][isNew ? 'now' : 'already']}`)
  return 0
}

const SAID = {
  disable: {
    now: 'quedó desactivada. Sus sesiones se cerraron y sus páginas dejan de verse en pocos segundos.',
    already: 'ya estaba desactivada.',
  },
  enable: { now: 'está activa otra vez, con sus páginas.', already: 'ya estaba activa.' },
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
    isNew: await revokeAdmin(deps, accountId, actor),
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

export async function listCodesCommand(settings: Settings, terminal: Terminal): Promise<number> {
  await withBackend(settings, terminal, async ({ sealed, idKeys }) => {
    const codeSeals = createCodeSeals(idKeys, randomBytes)
    for await (const codes of unusedCodes({ sealed, codeSeals }))
      if (codes.length > 0) terminal.print(codes.join('\n'))
  })
  return 0
}
