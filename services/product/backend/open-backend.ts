import { randomBytes } from 'node:crypto'
import { newId } from '../../kernel/log/ids.ts'
import { withoutSpace } from '../../kernel/log/open-store.ts'
import { createCodec } from '../../kernel/codec.ts'
import type { Events } from '../../kernel/commands.ts'
import { createKeyedNames } from '../../kernel/keys/keyed-ids.ts'
import { createSubjects } from '../../kernel/keys/subjects.ts'
import type { WrappingFiles } from '../../kernel/keys/wrapping-keys.ts'
import { createStoredImages } from '../../media/stored-images.ts'
import { createRowSeals } from '../../kernel/row-seals.ts'
import { openKeyVault } from './open-key-vault.ts'
import { openStores, type StoresOptions } from './open-stores.ts'
import { refuseOtherVault } from './refuse-other-vault.ts'

export type Backend = Awaited<ReturnType<typeof openBackend>>

export interface BackendOptions extends StoresOptions {
  readonly wrappingFiles: WrappingFiles
  /** An external server manages its own disk. */
  readonly hasSpace?: (() => boolean) | undefined
}

/** @throws StartError when something is unreachable, or log, database, vault and wrapping key do not match */
export async function openBackend(options: BackendOptions) {
  const { wrappingFiles: files, hasSpace = () => true, now = () => new Date() } = options
  const stores = await openStores(options, ({ sealed: log, app: db }) =>
    refuseOtherVault({ log, db, now, newId }),
  )
  const { app, sealed: log } = stores
  try {
    const vault = { db: app, files, random: randomBytes, now }
    const { keys, rewrap, idKeys, wrapping } = await openKeyVault(vault)
    const names = createKeyedNames(idKeys)
    const codec = createCodec({ keys, mailboxOf: names.mailbox, random: randomBytes })
    const refuseWithoutSpace = (): void => {
      if (!hasSpace()) throw withoutSpace()
    }
    return {
      ...stores,
      keys,
      /** Texts of rows. */
      seals: createRowSeals(keys, names),
      store: { log, codec, refuseWithoutSpace } satisfies Events,
      codec,
      hasSpace,
      subjects: createSubjects(app),
      rewrap,
      idKeys,
      /** Names streams and rows without personal text. */
      names,
      storedImages: createStoredImages({ db: app, wrapping, random: randomBytes, now }),
      now,
      newId,
    }
  } catch (error) {
    await stores.close()
    throw error
  }
}
