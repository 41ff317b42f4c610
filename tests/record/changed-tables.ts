import { expect } from 'vitest'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { findSeals } from '@app/record/seal-tables.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { appendMany, trustOf, type SealedLog } from '@app/record/testing/open-sealer.ts'
import { findNewestSeal, findSealOver, listTrustedKeys, type NotedSeal } from '@app/record/trusted-seals.ts'
import { LOG_NAME, signer, tableFaultsOf } from './sealed-log.ts'

const TABLES = ['tree', 'tiles', 'leaf_positions', 'seals', 'seal_keys']
const STRANGER = noteSigner(LOG_NAME, Buffer.alloc(32, 9))
const hex = (bytes: Buffer): string => `'\\x${bytes.toString('hex')}'::bytea`

/** Two seals of a log of some hundred events. */
interface Seals {
  readonly newest: NotedSeal
  readonly older: NotedSeal
}

/** A seal of this size and root, signed by somebody else, and the key for it. */
const forgedSeal = (size: number, { root }: Pick<NotedSeal, 'root'>): string => {
  const signature = STRANGER.sign(`${LOG_NAME}\n${size}\n${root.toString('base64')}\n`)
  return `insert into record.seals values (${size}, 3, ${hex(root)}, '${STRANGER.id}', ${hex(signature)}, now());
    insert into record.seal_keys values ('${STRANGER.id}', '${STRANGER.vkey}')`
}

/** What somebody does to the tables, and the places that are named for it. */
export const CHANGES: Readonly<Record<string, readonly [(seals: Seals) => string, readonly string[]]>> = {
  'a seal of a foreign key': [
    ({ newest }) => forgedSeal(650, newest),
    ['seals 650', `seal_keys ${STRANGER.id}`],
  ],
  'a foreign key under the id of the own one': [
    () => `update record.seal_keys set vkey = '${STRANGER.vkey}'`,
    [`seal_keys ${signer.id}`],
  ],
  'a seal at a position of later': [
    ({ newest }) =>
      `insert into record.seals select size + 1, 99999, root, key_id, signature, made_at from record.seals where size = ${newest.size}`,
    ['seals N+1'],
  ],
  'another root under the true signature': [
    ({ newest }) => `update record.seals set root = sha256('x') where size = ${newest.size}`,
    ['seals N'],
  ],
  'another time of a seal': [
    ({ older }) => `update record.seals set made_at = made_at - interval '1 year' where size = ${older.size}`,
    ['seals O'],
  ],
  'the newest seal lost': [({ older }) => `delete from record.seals where size > ${older.size}`, ['seals N']],
  'a larger kept checkpoint': [() => 'update record.tree set kept_size = 600', ['tree kept_size']],
  'another mark': [() => `update record.tree set mark_id = gen_random_uuid()`, ['tree mark']],
  'a byte of a tile of leaves': [
    () =>
      `update record.tiles set hashes = overlay(hashes placing '\\x00'::bytea from 40) where level = 0 and index = 1`,
    ['tiles 0/1'],
  ],
  'tiles of no tree': [
    () =>
      `insert into record.tiles values (0, 900, sha256('x')), (3, 0, sha256('x')), (-1, 0, ''), (32767, 1, ''), (0, -1, '')`,
    ['tiles -1/0', 'tiles 0/-1', 'tiles 0/900', 'tiles 3/0', 'tiles 32767/1'],
  ],
  'no key': [() => 'delete from record.seal_keys', [`seal_keys ${signer.id}`]],
  'a seal beyond the log': [
    ({ newest }) => forgedSeal(5_000_000, newest),
    ['seals 5000000', `seal_keys ${STRANGER.id}`],
  ],
  'another end of changes': [() => 'update record.tree set changes_end = 1', ['tree changes_end']],
  'a lost tile': [() => 'delete from record.tiles where level = 0 and index = 0', ['tiles 0/0']],
  'a longer partial tile': [
    () => `update record.tiles set hashes = hashes || sha256('x') where level = 1`,
    ['tiles 1/0'],
  ],
  'two swapped positions': [
    () =>
      'update record.leaf_positions set positions = array[positions[2], positions[1]] || positions[3:] where tile = 0',
    ['leaf_positions 0'],
  ],
  'a lost position': [
    () => 'update record.leaf_positions set positions = positions[1:cardinality(positions)-1] where tile = 2',
    ['leaf_positions 2', 'leaf_positions 2'],
  ],
  'positions of no tree': [
    () => 'insert into record.leaf_positions values (4, array[88888]), (9223372036854775807, array[99999])',
    ['leaf_positions 4', 'leaf_positions 9223372036854775807'],
  ],
}

const placesOf = ({ newest, older }: Seals, places: readonly string[]): readonly string[] =>
  places
    .map((place) =>
      place
        .replace('N+1', String(newest.size + 1))
        .replace(/ N$/, ` ${newest.size}`)
        .replace(/ O$/, ` ${older.size}`),
    )
    .toSorted()

/** A sealed log whose tables somebody can change. */
export async function openChangedTables(sealed: SealedLog, url: string) {
  const sql = (text: string) => withConnection(url, (client) => client.query(text))
  const ofAll = (statement: (table: string) => string) => sql(TABLES.map(statement).join('; '))
  for (const count of [300, 400]) {
    await appendMany(sealed.log, count)
    await sealNext(sealed)
  }
  // The tables know a seal once its event was read.
  await sealNext(sealed)
  const { tree, log, pool: db } = sealed
  const record = { ...trustOf(sealed), tree, log, signer, signed: await sealed.head.read(), db }
  const seals = { newest: (await findNewestSeal(record))!, older: (await findSealOver(record, 0))! }
  await sql('create schema kept')
  await ofAll((table) => `create table kept.${table} as table record.${table}`)
  const heads = findSeals(await wholeLog(sealed.log)).seals

  return {
    ...seals,
    record,
    change: async (names: readonly string[]): Promise<readonly string[]> => {
      await sql(names.map((name) => CHANGES[name]![0](seals)).join('; '))
      return placesOf(
        seals,
        names.flatMap((name) => CHANGES[name]![1]),
      )
    },
    restore: () =>
      ofAll((table) => `truncate record.${table}; insert into record.${table} table kept.${table}`),
    faults: async () => {
      const { named, count } = await tableFaultsOf(sealed)
      expect(named).toHaveLength(count)
      return named.map(({ table, place }) => `${table} ${place}`).toSorted()
    },
    /** Nothing that the log has not. */
    expectTrue: async (): Promise<void> => {
      const served = await findNewestSeal(record)
      if (served !== undefined)
        expect(heads.map(({ size, root, signature }) => ({ size, root, signature }))).toContainEqual({
          size: served.size,
          root: served.root,
          signature: served.signature,
        })
      expect(await listTrustedKeys(record)).not.toContain(STRANGER.vkey)
    },
  }
}
