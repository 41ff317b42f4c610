import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '@app/settings/settings.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { ADMINISTRATORS_STREAM } from '@app/contracts/events/administrator-events.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { neverStarted, type Installation } from '../installation.ts'
import { accountIdOf } from '../on-account.ts'
import { INTERRUPTED, withBackend, type Terminal } from '../ops-session.ts'
import { shownPath } from '../text-table.ts'
import { freshOf } from './counts.ts'
import { hasImports } from './import-keys.ts'
import { importAccessLog, type Imported, type ImportProgress } from './import-log.ts'
import { readMap, type AccessMap } from './map.ts'
import type { ProgressBar } from '../progress-bar.ts'
import { rejectedFileOf } from './rejected-lines.ts'
import { crowdWarning, reportOf, surveyReportOf } from './import-report.ts'
import { surveyLog } from './survey-log.ts'

const NEXT: Readonly<Record<Installation['product'], string>> = {
  running: 'Las cifras aparecen en el panel en unos segundos.',
  stopped: 'Las cifras aparecen en el panel la próxima vez que se inicie el producto (npm start).',
  unknown:
    'Las cifras aparecen en el panel en unos segundos, o cuando se inicie el producto si está cerrado.',
}

export interface WantedImport {
  readonly file: string
  readonly map: string
  readonly source: string
  readonly isDryRun: boolean
  /** `--yes`: also the log of a proxy. */
  readonly isConfirmed: boolean
  readonly progress: () => ProgressBar
}

/** @returns 0; 1 when lines are in conflict, or all of a proxy; 130 when interrupted */
export async function importCommand(
  settings: Settings,
  terminal: Terminal,
  wanted: WantedImport,
): Promise<number> {
  const map = await readMap(wanted.map)
  // First, because nothing takes an event back.
  const survey = await surveyLog(wanted.file, map, terminal.signal)
  const warning = crowdWarning(survey)
  if (terminal.signal.aborted) return INTERRUPTED
  if (wanted.isDryRun || (warning !== undefined && !wanted.isConfirmed)) {
    terminal.print(`\n${surveyReportOf(survey)}\n`)
    if (warning !== undefined) terminal.print(`${warning}\n`)
    terminal.print(wanted.isDryRun ? DRY_RUN : UNCONFIRMED)
    return wanted.isDryRun ? 0 : 1
  }
  return importSurveyed(settings, terminal, { ...wanted, map })
}

const DRY_RUN = 'No se importó nada: era una prueba.'
const UNCONFIRMED = 'No se importó nada. Si de verdad son tan pocas personas, repite la orden con --yes.'

async function importSurveyed(
  settings: Settings,
  terminal: Terminal,
  { map, ...wanted }: Omit<WantedImport, 'map'> & { readonly map: AccessMap },
): Promise<number> {
  const rejectedFile = await rejectedFileOf(wanted.file)
  const { imported, product } = await withBackend(settings, terminal, async (backend, { product }) => {
    const { store } = backend
    const { adminEmail: email, dataDir } = settings
    const ownerId = await getAdministrator(store, {
      id: await accountIdOf(backend, email),
      email,
      dataDir,
    })
    const { signal } = terminal
    const { file, source } = wanted
    const progress = wanted.progress()
    try {
      const onProgress = ({ bytesRead, size, lines }: ImportProgress): void =>
        progress.show({ done: bytesRead, total: size, count: lines, unit: 'líneas' })
      const deps = { ...backend, pause: (ms: number) => pause(ms), hasImports: () => hasImports(backend) }
      const job = { file, map, source, ownerId, rejectedFile, signal, onProgress }
      return { imported: await importAccessLog(deps, job), product }
    } finally {
      progress.end()
    }
  })
  terminal.print(`\n${reportOf(imported, shownPath(rejectedFile))}\n`)
  return conclude(imported, NEXT[product], terminal)
}

function conclude({ counts, interrupted }: Imported, next: string, { print }: Terminal): number {
  if (interrupted) {
    print('Interrumpido: lo importado quedó guardado. Para seguir, vuelve a ejecutar el mismo comando.')
    return INTERRUPTED
  }
  const isKnown = counts.known > 0 && freshOf(counts) === 0
  print(isKnown ? 'Nada nuevo: todo lo que este archivo tiene ya estaba importado.' : next)
  return counts.conflicts > 0 ? 1 : 0
}

/** @throws StartError if the product never ran on this database or has another administrator */
async function getAdministrator(
  store: EventStore,
  { id, email, dataDir }: { readonly id: string; readonly email: string; readonly dataDir: string },
): Promise<string> {
  const { state } = await load(store, account, accountStream(id))
  if (state.status === 'registered' && state.isAdmin) return id
  if ((await store.head(ADMINISTRATORS_STREAM)) === 'noStream') throw neverStarted(dataDir)
  throw new StartError(
    `ADMIN_EMAIL: ${email} no es una cuenta de administrador de esta instalación; indica la que usa el producto.`,
  )
}
