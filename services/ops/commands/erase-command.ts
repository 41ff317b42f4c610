import { setTimeout as sleep } from 'node:timers/promises'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { mailboxSubject } from '@app/contracts/privacy/requests.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { keptMailFolder, removeMails, removeMailsBefore } from '../../platform/mail/mail-folder.ts'
import { endRights } from '../../accounts/change-administrators.ts'
import { finishErasure } from '../../privacy/erasures/erase-account.ts'
import {
  createErasureLedger,
  finishShredding,
  erasingOf,
  type Erasing,
  type ErasingOwn,
} from '../../privacy/erasures/shred.ts'
import { keptSubjects, type KeptSubject } from '../../privacy/rights/stored-subjects.ts'
import { finishMailboxRequest } from '../../privacy/rights/finish-mailbox-request.ts'
import { handleRequest } from '../../privacy/rights/request-commands.ts'
import type { Backend } from '../../product/backend/open-backend.ts'
import { erasureLedgerPath } from '../../platform/settings/secrets.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { securityLogOf, STAFF, warnOfSetting, withBackend, type Terminal, drawTable } from '../ops-session.ts'

export interface WantedErasure {
  readonly email: string
  readonly ask: ((question: string) => Promise<string>) | undefined
}

/** @returns 1 unless all was erased @throws StartError when nothing is stored but the last administrator's account */
export const eraseCommand = (
  settings: Settings,
  terminal: Terminal,
  { email, ask }: WantedErasure,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    const deps = actsOf(settings, backend, pause)
    await finishShredding(deps, STAFF)
    const mailboxId = backend.names.mailbox(email)
    const stored = await keptSubjects(deps, mailboxId)
    if (stored.length === 0) throw new StartError(`No se guarda nada del correo ${email}.`)
    terminal.print(`\n${tableOf(stored)}\n`)
    const typed = await ask?.(`Se borra todo para siempre.\nPara confirmar, escribe otra vez ${email}: `)
    if (typed !== undefined && normalEmail(typed) !== normalEmail(email)) {
      terminal.print('No se borró nada: lo que escribiste no es lo mismo.')
      return 1
    }
    const requestId = deps.newId()
    const about = mailboxSubject(mailboxId)
    const request = { kind: 'erasure', channel: 'command', proof: 'staff', about, mailboxId } as const
    await handleRequest(deps, requestId, { type: 'Receive', request }, STAFF)
    const { answer } = await finishMailboxRequest(deps, requestId, STAFF)
    if (answer.outcome === 'refused') throw new StartError(LAST_ADMINISTRATOR)
    const isAll = answer.reason === undefined
    const count = isAll ? stored.length : stored.length - 1
    const note = securityLogOf(settings, backend.now)
    note({ event: 'mailbox-erased', subject: mailboxId, by: 'ops', count })
    terminal.print([ERASED, ...(isAll ? [] : [LAST_ADMINISTRATOR]), COPIES].join('\n'))
    if (!isAll) return 1
    warnOfSetting(settings, terminal, email)
    return 0
  })

function actsOf(settings: Settings, backend: Backend, pause: Erasing['pause']): ErasingOwn {
  const beside = {
    ledger: createErasureLedger(erasureLedgerPath(settings.secretsDir)),
    removeMails: () => removeMails(keptMailFolder(settings)),
    removeMailsBefore: (before: Date) => removeMailsBefore(keptMailFolder(settings), before),
  }
  const erasing = erasingOf({ ...backend, ...beside }, pause)
  const eraseOwn = async (accountId: string, actor: Actor = STAFF): Promise<boolean> => {
    await endRights(erasing, accountId, 'RequestErasure', actor)
    return finishErasure(erasing, accountId, actor).then(() => true, unlessBusy)
  }
  return { ...erasing, eraseOwn }
}

/** The running product erases the account already. */
function unlessBusy(error: unknown): false {
  if (error instanceof Refusal && error.code === 'in-progress') return false
  throw error
}

const NAMES: Readonly<Record<KeptSubject['kind'], string>> = {
  account: 'Cuenta, con sus perfiles, imágenes, visitantes y suscriptores',
  visitor: 'Lo que dejó en una tarjeta',
  quotation: 'Cotización',
  subscription: 'Recordatorio',
}

const tableOf = (stored: readonly KeptSubject[]): string =>
  drawTable([
    ['Qué', 'Desde'],
    ...stored.map(({ kind, since }) => [NAMES[kind], dayInSantiago(since.getTime())]),
  ])

const ERASED = 'Se borró. Quedan las cifras, sin decir de quién son.'
const LAST_ADMINISTRATOR =
  'La cuenta no se borró: es la del último administrador activo. Nombra a otro antes de borrarla.'
const COPIES =
  'Las copias de la base de datos hechas antes dejan de abrirlo cuando las llaves se envuelvan de nuevo: solas, a más tardar en un día con el producto en marcha, o ahora con: npm run ops -- rotate-key'
