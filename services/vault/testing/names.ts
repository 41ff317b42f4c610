import { hkdfSync, randomBytes } from 'node:crypto'
import { withConnection } from '@app/postgres/connection.ts'
import { createCodeSeals } from '../seals/code-seals.ts'
import { ID_KEY_NAMES, idKeyPlace, type IdKeys } from '../keys/id-keys.ts'
import { createKeyedNames } from '../keys/keyed-names.ts'
import { seal } from '../keys/sealing.ts'
import { sealCheck, wrappingKeyOf } from '../keys/wrapping-keys.ts'

/** Fixed, so that names and seals are the same in every run. */
export const MASTER_KEY = Buffer.alloc(32, 'master key of the tests')
export const EPOCH_KEY = Buffer.alloc(32, 'epoch key of the tests')

export const derivedIdKeys = (masterKey: Buffer): IdKeys => ({
  of: (name) => Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), name, 32)),
})

export const ID_KEYS = derivedIdKeys(MASTER_KEY)

/** As the log names the streams of slugs and codes. */
export const NAMES = createKeyedNames(ID_KEYS)
export const CODE_SEALS = createCodeSeals(ID_KEYS, randomBytes)

/** Gives a database `ID_KEYS` in its first epoch before the product draws its own. */
export const storeIdKeys = (url: string, masterKey = MASTER_KEY): Promise<unknown> =>
  withConnection(url, async (client) => {
    const first = { epoch: 1, key: wrappingKeyOf(masterKey, 1, EPOCH_KEY) }
    await client.query(
      `insert into vault.key_epochs (epoch, sealed, began_at, losses) values (1, $1, now(), 0) on conflict do nothing`,
      [sealCheck(first, randomBytes)],
    )
    await client.query(
      `insert into vault.id_keys (name, wrapped_key, epoch)
       select *, 1 from unnest($1::text[], $2::bytea[]) on conflict do nothing`,
      [
        ID_KEY_NAMES,
        ID_KEY_NAMES.map((name) => seal(first.key, idKeyPlace(name), ID_KEYS.of(name), randomBytes)),
      ],
    )
  })
