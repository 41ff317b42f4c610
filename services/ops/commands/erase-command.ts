import { setTimeout as sleep } from 'node:timers/promises'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { createErasureLedger } from '@app/vault/ledger.ts'
import { keptMailFolder, removeMailsTo } from '@app/mail/mail-folder.ts'
import { erasureLedgerPath } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { finishShredding } from '@app/processes/erasures/shred.ts'
import { answerErasure, receiveErasure, refuseErasure } from '@app/processes/rights/erasure-requests.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { dropOlderVersions } from '@app/projections/runtime/builds.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { erasingDepsOf } from '@app/runtime/backend/erasing-deps.ts'
import {
  MATCHES_MAX,
  type Erasable,
  type ErasableKind,
  type ErasedCounts,
  type ErasingDeps,
  type Match,
  type Matches,
} from '../erase/erasable.ts'
import { ERASABLE } from '../erase/erasables.ts'
import { securityLogOf, STAFF, warnOfSetting } from '../on-account.ts'
import { sayProgress } from '../progress-lines.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { drawTable, figure } from '../text-table.ts'

/** Whom a match is about. */
const SUBJECTS: Readonly<Record<ErasableKind, (id: string) => string>> = {
  account: accountStream,
  visitor: (id) => `visitor-${id}`,
  quotation: quotationStream,
  subscriber: mailboxSubject,
}

export interface Wanted {
  readonly kind: ErasableKind
  readonly wanted: string
  /** Undefined with `--yes`. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

/** @returns 1 when nothing was done. @throws StartError when nothing or too much matches */
export const eraseCommand = (
  settings: Settings,
  terminal: Terminal,
  wanted: Wanted,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    const deps = { ...erasingDeps(settings, terminal, backend), pause }
    const unfinished = await finishShredding(deps, STAFF)
    if (unfinished > 0)
      terminal.say(`Se terminó lo que un borrado anterior dejó a medias: ${figure(unfinished)}.`)
    const kind = ERASABLE[wanted.kind]
    const matches = await kind.find(deps, wanted.wanted)
    if (matches.listed.length === 0) {
      if (unfinished > 0) return 0
      throw new StartError(kind.none(wanted.wanted))
    }
    refuseVague(matches, wanted)
    if (!(await isConfirmed(terminal, matches.listed, wanted))) {
      terminal.print('No se borró nada: lo que escribiste no es lo mismo.')
      return 1
    }
    await eraseAll(settings, terminal, deps, matches.listed, wanted)
    await dropOlderVersions(backend.projector, PROJECTIONS)
    return 0
  })

const erasingDeps = (
  settings: Settings,
  { say }: Terminal,
  backend: Backend,
): Omit<ErasingDeps, 'pause'> => ({
  ...erasingDepsOf(backend, {
    ledger: createErasureLedger(erasureLedgerPath(settings.secretsDir)),
    removeMailsTo: (...asked) => removeMailsTo(keptMailFolder(settings), ...asked),
  }),
  idKeys: backend.idKeys,
  onProgress: sayProgress(say, backend.now),
})

/** With `--yes` nobody reads the list first. */
function refuseVague({ listed, isMore }: Matches, { kind, ask }: Wanted): void {
  if (isMore)
    throw new StartError(`Coinciden más de ${MATCHES_MAX}: di con más exactitud cuál, o usa el id de uno.`)
  if (ask !== undefined || listed.length === 1) return
  const table = tableOf(ERASABLE[kind], listed)
  throw new StartError(`Coinciden ${listed.length}: con --yes indica el id de uno.\n\n${table}`)
}

const tableOf = ({ columns }: Erasable, listed: readonly Match[]): string =>
  drawTable([columns, ...listed.map(({ row }) => row)], columns.length)

async function isConfirmed(
  terminal: Terminal,
  listed: readonly Match[],
  { kind, wanted, ask }: Wanted,
): Promise<boolean> {
  terminal.print(`\n${tableOf(ERASABLE[kind], listed)}\n`)
  if (ask === undefined) return true
  const several = listed.length === 1 ? '' : ` (los ${listed.length} de la lista; para uno solo, usa su id)`
  const typed = await ask(
    `Se borra para siempre: ${ERASABLE[kind].goes}${several}.\nPara confirmar, escribe otra vez ${wanted}: `,
  )
  return normalEmail(typed) === normalEmail(wanted)
}

async function eraseAll(
  settings: Settings,
  terminal: Terminal,
  deps: ErasingDeps,
  listed: readonly Match[],
  { kind, wanted }: Wanted,
): Promise<void> {
  const securityLog = securityLogOf(settings, deps.now)
  const total: Record<string, number> = {}
  for (const match of listed) {
    terminal.say(`Borrando ${match.id}…`)
    const counts = await eraseAsRequested(deps, kind, match, wanted)
    for (const [what, count] of Object.entries(counts)) total[what] = (total[what] ?? 0) + count
    const { mails: _mails, ...people } = counts
    if (sumOf(people) > 0) securityLog(securityEvent(kind, match, sumOf(people)))
  }
  if (sumOf(total) === 0) throw new StartError(ERASABLE[kind].none(wanted))
  terminal.print(reportOf(ERASABLE[kind], total))
  if (kind === 'account') warnOfSetting(settings, terminal, wanted)
}

/** After a crash the repeated command answers its request, or the product's reaction does. */
async function eraseAsRequested(
  deps: ErasingDeps,
  kind: ErasableKind,
  match: Match,
  wanted: string,
): Promise<ErasedCounts> {
  const requestId = await receiveErasure(deps, SUBJECTS[kind](match.id), STAFF)
  const counts = await ERASABLE[kind].erase(deps, match, wanted).catch(async (error: unknown) => {
    if (error instanceof Refusal) await refuseErasure(deps, requestId, error.message, STAFF)
    return refusedByStaff(error)
  })
  await answerErasure(deps, requestId, STAFF)
  return counts
}

/** The account is the last administrator's, or another process erases it. */
function refusedByStaff(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new StartError(error.message, { cause: error })
}

const sumOf = (counts: ErasedCounts): number => Object.values(counts).reduce((a, b) => a + b, 0)

const securityEvent = (kind: ErasableKind, { id }: Match, count: number): SecurityEvent => ({
  event: `${kind}-erased`,
  ...(kind === 'account' ? { account: id } : { subject: id }),
  by: 'ops',
  count,
})

const LABELS: Readonly<Record<keyof ErasedCounts, string>> = {
  accounts: 'Cuentas borradas',
  profiles: 'Perfiles borrados',
  visitors: 'Visitantes olvidados',
  subscribers: 'Suscripciones olvidadas',
  quotations: 'Solicitudes olvidadas',
  mails: 'Correos guardados borrados',
}

const COPIES =
  'Las copias de la base de datos hechas antes dejan de abrirlo cuando las llaves se envuelvan de nuevo: solas, a más tardar en un día con el producto en marcha, o ahora con: npm run ops -- rotate-key'

function reportOf({ stays }: Erasable, total: ErasedCounts): string {
  const rows = Object.entries(total).map(([what, count]) => [
    LABELS[what as keyof ErasedCounts],
    figure(count),
  ])
  return `\n${drawTable(rows)}\n\nNada de lo borrado se puede volver a leer. ${stays}\n${COPIES}`
}
