import type { DatabaseUrls } from '@app/postgres/database-urls.ts'
import type { BackendRoles } from '@app/runtime/backend/backend-roles.ts'
import { openBackend, type Backend, type BackendOptions } from '@app/runtime/backend/open-backend.ts'
import type { KeySources } from '@app/vault/keys/key-vault.ts'

/** Comparing all rows of a read model takes minutes. */
const POOL = { applicationName: 'ops', max: 4, statementTimeoutMs: 30 * 60_000 }

const ROLES: BackendRoles = {
  app: POOL,
  projector: POOL,
  log: { applicationName: 'ops-event-log', statementTimeoutMs: 10_000 },
}

export const openOpsBackend = (
  urls: DatabaseUrls,
  sources: KeySources,
  log: BackendOptions['log'],
): Promise<Backend> =>
  openBackend({
    urls,
    sources,
    log,
    roles: ROLES,
    beginsEpochs: false,
    unusable: (cause) =>
      `No se puede abrir la base de datos (${cause}): revisa DATABASE_URL, o si el producto se está cerrando, y vuelve a intentarlo.`,
  })
