import { epochKeysDir, type Secrets } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { createEpochKeyFiles } from '@app/vault/keys/epoch-key-files.ts'
import { createKeyVault, type KeySources, type KeyVault } from '@app/vault/keys/key-vault.ts'
import type { IdKeys } from '@app/vault/keys/id-keys.ts'
import { findMasterKey, isFormerMasterKey, isMasterKey } from '@app/vault/keys/master-key-check.ts'
import type { RandomBytes } from '@app/vault/keys/sealing.ts'
import type pg from 'pg'

export interface KeyVaultDeps {
  readonly db: pg.Pool
  readonly random: RandomBytes
  readonly now: () => Date
}

export type OpenedKeys = Omit<KeyVault, 'idKeys'> & { readonly idKeys: IdKeys }

/** @throws StartError with another master key or without the key of the current epoch */
export async function openKeyVault(deps: KeyVaultDeps, sources: KeySources): Promise<OpenedKeys> {
  await refuseOtherKey(deps, sources)
  const vault = createKeyVault({ ...deps, ...sources })
  await vault.epochs.ensureBegun()
  const hasKey = await vault.epochs.hasKey().catch((cause: unknown) => {
    throw new StartError(UNOPENED_EPOCH, { cause })
  })
  if (!hasKey) throw new StartError(NO_EPOCH_KEY)
  return { ...vault, idKeys: await vault.idKeys() }
}

export const keySourcesOf = (
  { secretsDir }: Pick<Settings, 'secretsDir'>,
  { masterKeys }: Pick<Secrets, 'masterKeys'>,
  random: RandomBytes,
): KeySources => ({ masterKeys, epochKeys: createEpochKeyFiles(epochKeysDir(secretsDir), random) })

const OTHER =
  'La clave maestra no es la de esta base de datos: usa la carpeta de datos o el MASTER_KEY_FILE con que se creó.'
const FORMER =
  'Esta clave maestra ya no vale: ops rotate-key la reemplazó por otra. Usa la nueva (MASTER_KEY_FILE, o secrets/master de la carpeta de datos).'
const UNOPENED_EPOCH =
  'La llave de la época en curso no se abre con esta clave maestra: el archivo en secrets/epochs está dañado o es de otra instalación, o un cambio de clave (ops rotate-key) quedó a medias y falta el archivo de la nueva, que termina en .next. Restaura el que falte.'
const NO_EPOCH_KEY =
  'Falta la llave de la época en curso, sin la cual no se abre ningún dato personal: restaura la carpeta secrets/epochs, o indica con SECRETS_DIR la que usan los demás procesos de esta base de datos.'

async function refuseOtherKey({ db, random }: KeyVaultDeps, { masterKeys }: KeySources): Promise<void> {
  const [first, ...others] = await masterKeys()
  if (first === undefined) throw new StartError(OTHER)
  if (await isMasterKey(db, first, random)) return
  if ((await findMasterKey(db, others)) !== undefined) return
  throw new StartError((await isFormerMasterKey(db, first)) ? FORMER : OTHER)
}
