import type { DatabaseUrls } from '@app/postgres/database-urls.ts'
import type { BackendRoles } from '@app/runtime/backend/backend-roles.ts'
import { openBackend, type Backend } from '@app/runtime/backend/open-backend.ts'
import { openStores, type Stores, type StoresOptions } from '@app/runtime/backend/open-stores.ts'
import type { KeySources } from '@app/vault/keys/key-vault.ts'

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
  sources: KeySources,
  log: StoresOptions['log'],
): Promise<Backend> => openBackend({ ...optionsOf(urls, log), sources, beginsEpochs: false })

/** Opens them even if the log belongs to another vault. */
export const openOpsStores = (urls: DatabaseUrls, log: StoresOptions['log']): Promise<Stores> =>
  openStores(optionsOf(urls, log), async () => undefined)
