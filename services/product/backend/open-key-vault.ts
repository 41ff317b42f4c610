import { hkdfSync } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError, codeOf } from '@app/contracts/start-error.ts'
import { createKeyVault } from '../../kernel/keys/key-vault.ts'
import { keyOf } from '../../platform/settings/secrets.ts'
import { KEY_BYTES, open } from '../../kernel/keys/sealing.ts'
import { destroySecret } from '../../kernel/keys/wrapping-files.ts'

export type KeyVaultPlace = Parameters<typeof createKeyVault>[0]

/** @throws StartError without the wrapping key of this database */
export async function openKeyVault(place: KeyVaultPlace) {
  await readEpochs(place)
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

/** Makes wrapping files of master key and epochs, with which a folder of before was opened. To go with its table. */
async function readEpochs({ db, files, random }: KeyVaultPlace): Promise<void> {
  if (files.folder === undefined) return
  const { folder } = files
  const textOf = (path: string) => readFile(join(folder, path), 'utf8').catch(unlessMissing)
  const epochs = ((await readdir(join(folder, 'epochs')).catch(unlessMissing)) ?? []).filter((name) =>
    /^\d+$/.test(name),
  )
  const { rows } = await db.query<{ epoch: number; sealed: Buffer }>(
    'select epoch, sealed from vault.key_epochs',
  )
  for (const { epoch, sealed } of rows.filter((row) => epochs.includes(String(row.epoch)))) {
    const place = `key-epoch:${epoch}`
    const own = Buffer.from((await textOf(join('epochs', String(epoch)))) ?? '', 'base64')
    const masters = [await textOf('master'), await textOf('master.next')].filter((text) => text !== undefined)
    const key = masters
      .map((text) => Buffer.from(hkdfSync('sha256', own, keyOf(text, 'master'), place, KEY_BYTES)))
      .find((one) => opens(one, place, sealed))
    if (key === undefined) throw new StartError(NO_MASTER_KEY)
    await files.make(epoch, key)
  }
  for (const epoch of epochs) await destroySecret(join(folder, 'epochs', epoch), random)
  await rm(join(folder, 'epochs'), { recursive: true, force: true })
  for (const name of ['master', 'master.next']) await destroySecret(join(folder, name), random)
}

const NO_MASTER_KEY =
  'La clave maestra con que se abría esta carpeta no está en secrets/master, o es otra: copia ahí el archivo que indicaba MASTER_KEY_FILE. Al iniciar, el producto la reemplaza por secrets/wrapping-… y la borra.'

function opens(key: Buffer, place: string, sealed: Buffer): boolean {
  try {
    return open(key, place, sealed).length > 0
  } catch {
    return false
  }
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
