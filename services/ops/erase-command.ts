import { setTimeout as pause } from 'node:timers/promises'
import { normalEmail } from '@app/contracts/email.ts'
import type { Settings } from '@app/outside/settings.ts'
import { eraseAccount, type Erased } from '@app/processes/erase-account.ts'
import { profilesMadeFor } from '@app/projections/profiles/owners.ts'
import { createStoredImages } from '@app/vault/images.ts'
import { dropIdleBuilds } from './idle-builds.ts'
import { noAccount, onAccount, securityLogOf, STAFF, warnOfSetting } from './on-account.ts'
import { sayProgress } from './reading-progress.ts'
import type { Terminal } from './session.ts'
import { drawTable, figure } from './text-table.ts'

/** Erases an account with all that is its person's, once the e-mail was typed a second time. 1 where nothing was done. */
export async function eraseCommand(
  settings: Settings,
  terminal: Terminal,
  wanted: { readonly email: string; readonly ask: ((question: string) => Promise<string>) | undefined },
): Promise<number> {
  const { email, ask } = wanted
  if (ask !== undefined && !(await isConfirmed(email, ask))) {
    terminal.print('No se borró nada: lo que escribiste no es ese correo.')
    return 1
  }
  const erased = await onAccount(settings, terminal, email, async (backend, id) => {
    terminal.say(`Borrando ${email}…`)
    const storedImages = createStoredImages({ db: backend.db, now: backend.now })
    const deps = {
      ...backend,
      storedImages,
      profilesMadeFor: (ownerId: string) => profilesMadeFor(backend.projector, ownerId),
      pause: (ms: number) => pause(ms),
      onProgress: sayProgress(terminal.say, backend.now),
    }
    const found = await eraseAccount(deps, id, STAFF)
    await dropIdleBuilds(backend.projector)
    const count = found.profiles + found.visitors
    if (found.account || count > 0)
      securityLogOf(settings, backend.now)({ event: 'account-erased', account: id, by: 'ops', count })
    return found
  })
  if (!erased.account && erased.profiles + erased.visitors === 0) throw noAccount(email)
  terminal.print(reportOf(email, erased))
  warnOfSetting(settings, terminal, email)
  return 0
}

async function isConfirmed(email: string, ask: (question: string) => Promise<string>): Promise<boolean> {
  const typed = await ask(
    `Se borra para siempre la cuenta ${email}, con sus perfiles, sus imágenes y los nombres de sus visitantes.\nPara confirmar, escribe el correo: `,
  )
  return normalEmail(typed) === normalEmail(email)
}

function reportOf(email: string, { account, profiles, visitors }: Erased): string {
  const table = drawTable([
    ['Perfiles borrados', figure(profiles)],
    ['Visitantes olvidados', figure(visitors)],
  ])
  const what = account ? `Se borró la cuenta ${email}.` : `Se borró lo que quedaba de la cuenta ${email}.`
  return `\n${table}\n\n${what} Nada de lo personal se puede volver a leer; las cifras de visitas quedan.`
}
