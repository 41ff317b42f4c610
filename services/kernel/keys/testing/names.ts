import { hkdfSync, randomBytes } from 'node:crypto'
import { withConnection } from '../../../platform/postgres/connection.ts'
import { createCodeSeals } from '../../../codes/code-admin-routes.ts'
import { ID_KEY_NAMES, idKeyPlace, type IdKeys, createKeyedNames } from '../keyed-ids.ts'
import { seal } from '../sealing.ts'

/** Fixed, so that names and encrypted texts are the same in every run. */
export const WRAPPING_KEY = Buffer.alloc(32, 'wrapping key of the tests')

export const derivedIdKeys = (seed: Buffer): IdKeys => ({
  of: (name) => Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), name, 32)),
})

export const ID_KEYS = derivedIdKeys(Buffer.alloc(32, 'master key of the tests'))

export const NAMES = createKeyedNames(ID_KEYS)
export const CODE_SEALS = createCodeSeals(ID_KEYS, randomBytes)

/** Gives a database `ID_KEYS` before the product draws its own. */
export const storeIdKeys = (url: string): Promise<unknown> =>
  withConnection(url, async (client) => {
    await client.query(
      `insert into vault.id_keys (name, wrapped_key, wrapped_by)
       select *, 1 from unnest($1::text[], $2::bytea[]) on conflict do nothing`,
      [
        ID_KEY_NAMES,
        ID_KEY_NAMES.map((name) => seal(WRAPPING_KEY, idKeyPlace(name), ID_KEYS.of(name), randomBytes)),
      ],
    )
  })
