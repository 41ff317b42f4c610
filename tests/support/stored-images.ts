import { withConnection } from '@app/postgres/connection.ts'
import { readSettings } from '@app/settings/settings.ts'
import { withBackend } from '@app/ops/ops-session.ts'
import { sweepImages } from '@app/processes/profiles/sweep-images.ts'
import { databaseUrlOf } from '../kills/product-log.ts'
import type { ProgramOptions } from './processes/program.ts'

/** The pictures in the product's vault, seen past the product. */
export interface StoredPictures {
  readonly all: readonly string[]
  /** Of no use to any profile. */
  readonly unused: readonly string[]
}

export async function storedPictures(dataDir: string): Promise<StoredPictures> {
  const { rows } = await withConnection(await databaseUrlOf(dataDir), (client) =>
    client.query<{ readonly ref: string; readonly unused: boolean }>(
      `select ref, not exists (select from vault.image_uses u where u.ref = i.ref) as unused
       from vault.images i order by ref`,
    ),
  )
  const refs = (of: typeof rows): readonly string[] => of.map(({ ref }) => ref)
  return { all: refs(rows), unused: refs(rows.filter(({ unused }) => unused)) }
}

/** Sweeps as the product does, at another time than now. */
export async function sweepAt(at: Date, { dataDir, env }: ProgramOptions): Promise<void> {
  const terminal = {
    say: () => undefined,
    print: () => undefined,
    signal: new AbortController().signal,
  }
  await withBackend(
    readSettings({ DATA_DIR: dataDir, ...env }),
    terminal,
    async ({ store, storedImages }) => {
      const now = (): Date => at
      await sweepImages({ store, storedImages, now })
    },
  )
}
