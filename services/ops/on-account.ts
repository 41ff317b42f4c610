import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import { account } from '../accounts/account.ts'
import { load } from '../kernel/commands.ts'
import { createLog } from '../platform/observability/log.ts'
import { createSecurityLog } from '../platform/observability/security-log.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { createAccountFinder } from '../accounts/find-account.ts'
import type { Backend } from '../product/backend/open-backend.ts'
import { withBackend, type Terminal } from './ops-session.ts'

/** Of the e-mail's present account. */
const accountIdOf = (backend: Backend, email: string): Promise<string> => createAccountFinder(backend)(email)

/** The account of ADMIN_EMAIL. @throws StartError where it is no administrator's */
export async function administratorOf(backend: Backend, { adminEmail }: Settings): Promise<string> {
  const id = await accountIdOf(backend, adminEmail)
  const { state } = await load(backend.store, account, accountStream(id))
  if (state.status === 'registered' && state.isAdmin) return id
  throw new StartError(
    `ADMIN_EMAIL: ${adminEmail} no es una cuenta de administrador de esta instalación; indica la que usa el producto.`,
  )
}

export const STAFF: Actor = { kind: 'system', id: 'ops' }

export const onAccount = <Result>(
  settings: Settings,
  terminal: Terminal,
  email: string,
  work: (backend: Backend, accountId: string) => Promise<Result>,
): Promise<Result> =>
  withBackend(settings, terminal, async (backend) => {
    try {
      return await work(backend, await accountIdOf(backend, email))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw error.code === 'not-found' ? noAccount(email) : new StartError(error.message, { cause: error })
    }
  })

/** On stderr, because stdout is the command's output. */
export const securityLogOf = ({ logLevel }: Pick<Settings, 'logLevel'>, now: () => Date): SecurityLog =>
  createSecurityLog(createLog(logLevel, process.stderr), now)

const noAccount = (email: string): StartError =>
  new StartError(`No hay ninguna cuenta con el correo ${email}.`)

/** Each start of the product grants that account the right again. */
export function warnOfSetting({ adminEmail }: Settings, { print }: Terminal, email: string): void {
  if (normalEmail(email) === normalEmail(adminEmail))
    print(
      'Ojo: ADMIN_EMAIL nombra este correo, así que el próximo inicio (npm start) lo hace administrador otra vez. Cámbialo antes.',
    )
}
