import { createKeyVault } from '../../kernel/keys/key-vault.ts'
import type pg from 'pg'
import { isStoreError, START, type Actor, type EventStore } from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { storeCreated, vaultBound } from '@app/contracts/record.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { logPages } from '../../kernel/log-pages.ts'
import { bindVault, findVaultBinding } from '../../kernel/log/store-identity.ts'

const TRIES_MAX = 5
const STARTING: Actor = { kind: 'system', id: 'start' }

interface Opened {
  readonly log: Pick<EventStore, 'append' | 'readAll' | 'readStream'>
  readonly db: pg.Pool
  readonly now: () => Date
  readonly newId: () => string
}

/**
 * With another vault everybody would seem erased. An unbound log is bound if this vault has keys or it needs none.
 * @throws StartError saying which backup to restore; StoreError as the log does
 */
export async function refuseOtherVault({ log, db, now, newId }: Opened): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const after = await findVaultBinding(log)
    if (after.vaultId !== undefined && after.vaultId === (await findVaultId(db))) return
    // In this order, because a concurrent start writes keys before events.
    if (after.vaultId !== undefined || ((await hasHistory(log)) && !(await hasKeys(db))))
      throw new StartError(lostVault(after.vaultId))
    const binding = { vaultId: await ensureVaultId(db, newId), after }
    try {
      await bindVault(log, binding, { id: newId(), actor: STARTING, occurredAt: now().toISOString() })
      return
    } catch (error) {
      // Another process has just bound it, maybe to another vault.
      if (!isStoreError(error, 'Conflict') || tries === TRIES_MAX) throw error
    }
  }
}

const IDENTITY_TYPES: ReadonlySet<string> = new Set([storeCreated.type, vaultBound.type])
const HISTORY_TYPES = [...CATALOGUE.keys()].filter((type) => !IDENTITY_TYPES.has(type))

async function hasHistory(log: Pick<EventStore, 'readAll'>): Promise<boolean> {
  for await (const { events } of logPages(log, START, { filter: { types: HISTORY_TYPES }, limit: 1 }))
    if (events.length > 0) return true
  return false
}

const lostVault = (vaultId: string | undefined): string =>
  `El registro de eventos es de antes y esta base de datos no tiene las llaves de sus personas${
    vaultId === undefined ? '' : ` (le falta la bóveda ${vaultId})`
  }: no se inicia, porque todas quedarían como borradas. Vuelve a usar la base de datos de este registro (DATABASE_URL o DATA_DIR), o restaura su respaldo, del que hace falta el esquema vault, junto con la carpeta de secretos (DATA_DIR/secrets).`

type Db = Pick<pg.Pool, 'query'>

async function findVaultId(db: Db): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>('select id from vault.identity')
  return rows[0]?.id
}

/** Several processes may try at once: all get the same id. */
async function ensureVaultId(db: Db, newId: () => string): Promise<string> {
  await db.query('insert into vault.identity (id) values ($1) on conflict do nothing', [newId()])
  return (await findVaultId(db))!
}

async function hasKeys(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    `select exists (select from vault.subjects where wrapped_key <> '') as has`,
  )
  return rows[0]!.has
}

/** Makes the first key of a vault that wraps nothing yet. @throws StartError without the wrapping key of this database */
export async function openKeyVault(place: Parameters<typeof createKeyVault>[0]) {
  const { rows } = await place.db.query<{ number: number; is_used: boolean }>(
    'select number, exists (select from vault.id_keys) as is_used from vault.wrapping',
  )
  const { number, is_used: isUsed } = rows[0]!
  if ((await place.files.find(number).catch(otherKey)) === undefined) {
    if (isUsed) throw new StartError(missingKey(number))
    await place.files.make(number)
  }
  const vault = createKeyVault(place)
  return { ...vault, idKeys: await vault.idKeys().catch(otherKey) }
}

function otherKey(cause: unknown): never {
  throw isStoreError(cause) ? cause : new StartError(OTHER_KEY, { cause })
}

const OTHER_KEY =
  'La llave que envuelve a las demás (secrets/wrapping-…) no es la de esta base de datos o está dañada: usa la carpeta de secretos con que se creó (DATA_DIR o SECRETS_DIR), o restáurala.'
const missingKey = (number: number): string =>
  `Falta secrets/wrapping-${number}, la llave sin la cual no se abre ningún dato personal: restaura la carpeta de secretos, o indica con SECRETS_DIR la que usan los demás procesos de esta base de datos.`
