import { setTimeout as pause } from 'node:timers/promises'
import { normalEmail } from '@app/contracts/email.ts'
import { createErasureLedger } from '@app/outside/erasure-ledger.ts'
import { keptMailFolder, removeMailsTo } from '@app/outside/mail-folder.ts'
import { erasureLedgerPath } from '@app/outside/secrets.ts'
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
      ledger: createErasureLedger(erasureLedgerPath(settings.dataDir)),
      profilesMadeFor: (ownerId: string) => profilesMadeFor(backend.projector, ownerId),
      pause: (ms: number) => pause(ms),
      onProgress: sayProgress(terminal.say, backend.now),
    }
    const found = await eraseAccount(deps, id, STAFF)
    const mails = await removeMailsTo(keptMailFolder(settings), email)
    await dropIdleBuilds(backend.projector)
    const count = found.profiles + found.visitors
    if (found.account || count > 0)
      securityLogOf(settings, backend.now)({ event: 'account-erased', account: id, by: 'ops', count })
    return { ...found, mails }
  })
  if (!erased.account && erased.profiles + erased.visitors + erased.mails === 0) throw noAccount(email)
  terminal.print(reportOf(email, erased))
  warnOfSetting(settings, terminal, email)
  return 0
}

const COPIES =
  'Las copias de la base de datos hechas antes dejan de abrirlo cuando comience otra época: sola, a más tardar en un día con el producto en marcha, o ahora con: npm run ops -- epoch begin'

async function isConfirmed(email: string, ask: (question: string) => Promise<string>): Promise<boolean> {
  const typed = await ask(
    `Se borra para siempre la cuenta ${email}, con sus perfiles, sus imágenes y los nombres de sus visitantes.\nPara confirmar, escribe el correo: `,
  )
  return normalEmail(typed) === normalEmail(email)
}

function reportOf(
  email: string,
  { account, profiles, visitors, mails }: Erased & { readonly mails: number },
): string {
  const table = drawTable([
    ['Perfiles borrados', figure(profiles)],
    ['Visitantes olvidados', figure(visitors)],
    ['Correos guardados borrados', figure(mails)],
  ])
  const what = account ? `Se borró la cuenta ${email}.` : `Se borró lo que quedaba de la cuenta ${email}.`
  return `\n${table}\n\n${what} Nada de lo personal se puede volver a leer; las cifras de visitas quedan.\n${COPIES}`
}
