import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { createKeyVault } from '../../kernel/keys/key-vault.ts'

export type KeyVaultPlace = Parameters<typeof createKeyVault>[0]

/** @throws StartError without the wrapping key of this database */
export async function openKeyVault(place: KeyVaultPlace) {
  await ensureWrappingKey(place)
  const vault = createKeyVault(place)
  const idKeys = await vault.idKeys().catch(otherKey)
  return { ...vault, idKeys }
}

/** The first key of a vault that wraps nothing yet. */
async function ensureWrappingKey({ db, files }: KeyVaultPlace): Promise<void> {
  const { rows } = await db.query<{ number: number; is_used: boolean }>(
    'select number, exists (select from vault.id_keys) as is_used from vault.wrapping',
  )
  const { number, is_used: isUsed } = rows[0]!
  if ((await files.find(number).catch(otherKey)) !== undefined) return
  if (isUsed) throw new StartError(missing(number))
  await files.make(number)
}

function otherKey(cause: unknown): never {
  throw isStoreError(cause) ? cause : new StartError(OTHER, { cause })
}

const OTHER =
  'La llave que envuelve a las demás (secrets/wrapping-…) no es la de esta base de datos o está dañada: usa la carpeta de secretos con que se creó (DATA_DIR o SECRETS_DIR), o restáurala.'
const missing = (number: number): string =>
  `Falta secrets/wrapping-${number}, la llave sin la cual no se abre ningún dato personal: restaura la carpeta de secretos, o indica con SECRETS_DIR la que usan los demás procesos de esta base de datos.`
