import { randomBytes } from 'node:crypto'
import type { Settings } from '../platform/settings/settings.ts'
import { type DatabaseUrls, untilAnswered } from '../platform/postgres/connection.ts'
import {
  type BackendRoles,
  openStores,
  type Stores,
  type StoresOptions,
} from '../product/backend/open-stores.ts'
import { openBackend, type Backend } from '../product/backend/open-backend.ts'
import { createWrappingFiles, type WrappingFiles } from '../kernel/keys/wrapping-keys.ts'
import { openInstallation, type Installation } from './installation.ts'

/** Comparing all rows of a read model takes minutes. */
const POOL = { applicationName: 'ops', max: 4, statementTimeoutMs: 30 * 60_000 }

const ROLES: BackendRoles = {
  app: POOL,
  // A comparison of two builds uses five.
  projector: { ...POOL, max: 6 },
  log: { applicationName: 'ops-event-log', statementTimeoutMs: 10_000 },
}

const optionsOf = (urls: DatabaseUrls, log: StoresOptions['log']): StoresOptions => ({
  urls,
  log,
  roles: ROLES,
  unusable: (cause) =>
    `No se puede abrir la base de datos (${cause}): revisa DATABASE_URL, o si el producto se está cerrando, y vuelve a intentarlo.`,
})

export const openOpsBackend = (
  urls: DatabaseUrls,
  wrappingFiles: WrappingFiles,
  log: StoresOptions['log'],
): Promise<Backend> => openBackend({ ...optionsOf(urls, log), wrappingFiles })

export interface Terminal {
  readonly say: (line: string) => void
  /** A result, printed unchanged. */
  readonly print: (text: string) => void
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export const INTERRUPTED = 130

export const withBackend = <Result>(
  settings: Settings,
  terminal: Terminal,
  work: (backend: Backend, installation: Installation) => Promise<Result>,
): Promise<Result> =>
  withInstallation(settings, terminal, (installation, log) => {
    const files = createWrappingFiles(settings.secretsDir, randomBytes)
    const opening = untilAnswered(() => openOpsBackend(installation.urls, files, log), terminal)
    return closedAfter(opening, (backend) => work(backend, installation))
  })

/** Opens no keys, so it works even if the log belongs to another vault. */
export const withStores = <Result>(
  settings: Settings,
  terminal: Terminal,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> =>
  withInstallation(settings, terminal, ({ urls }, log) =>
    closedAfter(
      // Also where the log belongs to another vault.
      untilAnswered(() => openStores(optionsOf(urls, log), async () => undefined), terminal),
      work,
    ),
  )

const withInstallation = <Result>(
  settings: Settings,
  terminal: Terminal,
  work: (installation: Installation, log: StoresOptions['log']) => Promise<Result>,
): Promise<Result> =>
  closedAfter(openInstallation(settings, terminal), (installation) => work(installation, settings.eventStore))

async function closedAfter<Opened extends { close(): Promise<void> }, Result>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
