import { dayInSantiago } from '@app/contracts/calendar.ts'
import {
  daysOverBefore,
  EXPIRING_KINDS,
  overBefore,
  type ExpiringKind,
} from '@app/contracts/privacy/retention.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { countMailsBefore, keptMailFolder, removeMailsBefore, removeMailsTo } from '@app/mail/mail-folder.ts'
import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { eraseExpired, RETENTION_LOCK, type ExpiredKind } from '@app/processes/erasures/retention.ts'
import { readLastTexts } from '@app/processes/erasures/read-last-texts.ts'
import { believeClock, believedTime } from '@app/processes/erasures/retention-clock.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { dropOlderVersions } from '@app/projections/runtime/builds.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { erasingDepsOf } from '@app/runtime/backend/erasing-deps.ts'
import { erasureLedgerPath } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { createSubjects } from '@app/vault/keys/subjects.ts'
import { createErasureLedger } from '@app/vault/ledger.ts'
import { securityLogOf, STAFF } from '../on-account.ts'
import { INTERRUPTED, withBackend, type Terminal } from '../ops-session.ts'
import { drawTable, figure } from '../text-table.ts'

export interface WantedRetention {
  readonly isDryRun: boolean
  /** Undefined with `--yes`. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

const LABELS: Readonly<Record<ExpiredKind, string>> = {
  visitor: 'Visitantes identificados',
  quotation: 'Cotizaciones',
  subscription: 'Suscripciones',
  request: 'Solicitudes de derechos',
  reset: 'Correos de contraseña nueva',
}

/** @returns 1 when nothing was erased although something is due */
export const retentionCommand = (
  settings: Settings,
  terminal: Terminal,
  { isDryRun, ask }: WantedRetention,
): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    const now = backend.now()
    await readLastTexts({ db: backend.app, names: backend.names, store: backend.store })
    const due = await countDue(settings, backend, now)
    terminal.print(`\n${tableOfDue(settings, due)}\n`)
    const total = [...due.values()].reduce((sum, count) => sum + count, 0)
    if (isDryRun || total === 0) {
      terminal.print(total === 0 ? 'No hay nada que borrar.' : 'No se borró nada: era una prueba.')
      return 0
    }
    if (ask !== undefined) {
      const today = dayInSantiago(now.getTime())
      const typed = await ask(`Se borra para siempre.\nPara confirmar, escribe la fecha de hoy (${today}): `)
      if (typed.trim() !== today) {
        terminal.print('No se borró nada: lo que escribiste no es lo mismo.')
        return 1
      }
      await believeClock(backend.app, now)
    }
    return eraseNow(settings, terminal, backend)
  })

async function countDue(
  { dataDir, retention: { months, resetsDays } }: Settings,
  { app }: Backend,
  now: Date,
): Promise<ReadonlyMap<ExpiredKind, number>> {
  const counted = await Promise.all(
    EXPIRING_KINDS.map(async (kind): Promise<[ExpiredKind, number]> => {
      const before = overBefore(months[kind], now.getTime())
      return [kind, await createSubjects(app).countDue({ kind, before })]
    }),
  )
  const before = daysOverBefore(resetsDays, now.getTime())
  const kept = await countMailsBefore(keptMailFolder({ dataDir }), before)
  return new Map<ExpiredKind, number>([...counted, ['reset', kept]])
}

function tableOfDue(
  { retention: { months, resetsDays } }: Settings,
  due: ReadonlyMap<ExpiredKind, number>,
): string {
  const periodOf = (kind: ExpiredKind): string =>
    kind === 'reset' ? `${resetsDays} días` : `${months[kind satisfies ExpiringKind]} meses`
  const rows = [...due].map(([kind, count]) => [LABELS[kind], periodOf(kind), figure(count)])
  return drawTable([['Qué', 'Plazo', 'Vencidos'], ...rows], 2)
}

const BUSY = 'Otro proceso está borrando lo vencido: repite la orden cuando termine.'

async function eraseNow(settings: Settings, terminal: Terminal, backend: Backend): Promise<number> {
  const { app, projector, now } = backend
  const folder = keptMailFolder(settings)
  const beside = {
    ledger: createErasureLedger(erasureLedgerPath(settings.secretsDir)),
    removeMailsTo: (emails: readonly string[], mark?: string) => removeMailsTo(folder, emails, mark),
    removeMailsBefore: (before: Date) => removeMailsBefore(folder, before),
  }
  const erased = new Map<ExpiredKind, number>()
  try {
    const done = await withFreeAdvisoryLock(app, RETENTION_LOCK, async ({ assertHeld }) => {
      const { at: asOf } = await believedTime(app, { now: now(), mayStep: false })
      return eraseExpired(
        {
          ...erasingDepsOf(backend, beside),
          ...beside,
          monotonicMs: () => performance.now(),
          assertAlone: assertHeld,
        },
        {
          periods: settings.retention,
          asOf,
          actor: STAFF,
          signal: terminal.signal,
          onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
        },
      )
    })
    if (done === undefined) throw new StartError(BUSY)
    await dropOlderVersions(projector, PROJECTIONS)
    return done.result === 'stopped' ? INTERRUPTED : 0
  } finally {
    const securityLog = securityLogOf(settings, now)
    for (const [reason, count] of erased) securityLog({ event: 'retention-erased', by: 'ops', reason, count })
    const rows = [...erased].map(([kind, count]) => [LABELS[kind], figure(count)])
    if (rows.length > 0) terminal.print(`\nSe borraron:\n\n${drawTable(rows)}\n`)
  }
}
