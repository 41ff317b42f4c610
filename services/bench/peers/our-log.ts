import { randomBytes } from 'node:crypto'
import type { EventStore } from '@app/contracts/event-store.ts'
import { migrate } from '@app/postgres/migrations.ts'
import { oneLogin } from '@app/postgres/database-urls.ts'
import { SERVING } from '@app/runtime/backend/backend-roles.ts'
import { openBackend, type Backend } from '@app/runtime/backend/open-backend.ts'
import { onlyMaster } from '@app/runtime/backend/open-key-vault.ts'
import { openSealedLog } from '@app/runtime/backend/open-sealed-log.ts'
import type { BenchContext } from '../part.ts'

const POSTGRES = { kind: 'postgres' } as const
const KEY_BYTES = 32
const now = (): Date => new Date()

type LogContext = Pick<BenchContext, 'closing'> & {
  readonly server: Pick<BenchContext['server'], 'database'>
}

/** Opens a database of its own as the product does, with the product's connections. */
export async function openOurBackend(
  { server, closing }: LogContext,
  database: string,
): Promise<{ readonly backend: Backend; readonly url: string }> {
  const url = await server.database(database)
  const backend = await openBackend({
    urls: oneLogin(url),
    sources: onlyMaster(randomBytes(KEY_BYTES)),
    log: { setting: POSTGRES, say: () => undefined, signal: new AbortController().signal },
    roles: SERVING,
    beginsEpochs: false,
    unusable: (cause) => cause,
  })
  closing.add(backend.close)
  return { backend, url }
}

/** Opens the log alone, also beside a running product, whose keys lie in its own folder. */
export async function openOurLog(
  { server, closing }: LogContext,
  database: string,
): Promise<{ readonly store: EventStore; readonly url: string }> {
  const url = await server.database(database)
  await migrate(url)
  const store = await openSealedLog({ setting: POSTGRES, url, role: SERVING.log, now })
  closing.add(() => store.dispose())
  return { store, url }
}
