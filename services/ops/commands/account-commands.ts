import { randomBytes, randomInt } from 'node:crypto'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { endRights, grantAdmin } from '../../accounts/change-administrators.ts'
import { createAccountFinder } from '../../accounts/find-account.ts'
import { createCodeSeals, issueCodes } from '../../codes/code-admin-routes.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { securityLogOf, STAFF, warnOfSetting, withBackend, type Terminal } from '../ops-session.ts'

const OUTCOMES = {
  grant: { now: 'ahora es administrador. Lo ve al entrar otra vez.', already: 'ya era administrador.' },
  revoke: {
    now: 'ya no es administrador. Sus sesiones abiertas se cerraron.',
    already: 'no era administrador.',
  },
} as const

const UNPROVEN =
  'Nadie había probado que ese correo es suyo: su contraseña y sus sesiones se anularon. Se entra con «¿Olvidaste tu contraseña?».'

export const adminCommand = (
  settings: Settings,
  terminal: Terminal,
  { change, email }: { readonly change: 'grant' | 'revoke'; readonly email: string },
): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    const account = await createAccountFinder(backend)(email)
    const deciding =
      change === 'grant'
        ? grantAdmin(backend, account, STAFF)
        : endRights(backend, account, 'RevokeAdmin', STAFF).then((isNew) => ({
            isNew,
            hasEndedLogins: false,
          }))
    const { isNew, hasEndedLogins } = await deciding.catch((cause: unknown) => {
      if (!(cause instanceof Refusal)) throw cause
      const noAccount = `No hay ninguna cuenta con el correo ${email}.`
      throw new StartError(cause.code === 'not-found' ? noAccount : cause.message, { cause })
    })
    const event = change === 'grant' ? 'admin-granted' : 'admin-revoked'
    if (isNew) securityLogOf(settings, backend.now)({ event, account, by: 'ops' })
    terminal.print(`${email} ${OUTCOMES[change][isNew ? 'now' : 'already']}`)
    if (hasEndedLogins) terminal.print(UNPROVEN)
    if (change === 'revoke') warnOfSetting(settings, terminal, email)
    return 0
  })

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
