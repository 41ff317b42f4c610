import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { TilePlace } from '../tree/tiles.ts'
import { stateIn, type TreeState } from '../tree/tree-store.ts'

// The tables of the record, as somebody reads them who believes nothing of what they say.

/** A row that is not what the log says. */
export interface TableFault {
  readonly table: 'tree' | 'tiles' | 'leaf_positions' | 'seals' | 'seal_keys'
  readonly place: string
}

export interface KeptTables extends TreeState {
  /** By their ids. */
  readonly keys: ReadonlyMap<string, string>
  /** Rows that a tree of this size does not have. */
  readonly extras: readonly TableFault[]
}

const ROWS_MAX = 1_000
const LEVEL_MAX = 6

/** All of one instant: a sealer may be running. */
export function readTables(db: pg.Pool, storeId: string): Promise<KeptTables> {
  return inTransaction(
    db,
    async (client) => {
      const state = await stateIn(client, storeId)
      const keys = await client.query<{ key_id: string; vkey: string }>(
        `select key_id, vkey from record.seal_keys order by key_id limit ${ROWS_MAX}`,
      )
      return {
        ...state,
        keys: new Map(keys.rows.map(({ key_id, vkey }) => [key_id, vkey])),
        extras: await extrasIn(client, state),
      }
    },
    'begin isolation level repeatable read read only',
  )
}

async function extrasIn(
  client: pg.PoolClient,
  { size, position }: TreeState,
): Promise<readonly TableFault[]> {
  const { rows } = await client.query<TableFault>(
    `(select 'tiles' as table, level || '/' || index as place from record.tiles
        where case when level not between 0 and ${LEVEL_MAX} or index < 0 then true
          else octet_length(hashes) = 0
            or octet_length(hashes) <> 32 * least(256, div($1::numeric, 256::numeric ^ level) - index::numeric * 256) end
        order by level, index limit ${ROWS_MAX})
      union all
      (select 'leaf_positions', tile::text from record.leaf_positions
        where tile < 0 or cardinality(positions) = 0
          or cardinality(positions) <> least(256, $1::numeric - tile::numeric * 256)
        order by tile limit ${ROWS_MAX})
      union all
      (select 'seals', size::text from record.seals where position > $2 order by size limit ${ROWS_MAX})`,
    [size, String(position)],
  )
  return rows
}

export interface SealInTable {
  readonly size: number
  readonly position: Position
  readonly root: Buffer
  readonly keyId: string
  readonly signature: Buffer
  readonly madeMs: number
}

interface StoredSeal {
  readonly size: string
  readonly position: string
  readonly root: Buffer
  readonly key_id: string
  readonly signature: Buffer
  readonly made_at: Date
}

/** @param until of events at this position and before it */
export async function* sealRowsUntil(db: pg.Pool, until: Position): AsyncGenerator<SealInTable, undefined> {
  for (let after = '-9223372036854775808'; ;) {
    const { rows } = await db.query<StoredSeal>(
      `select * from record.seals where size > $1 and position <= $2 order by size limit ${ROWS_MAX}`,
      [after, String(until)],
    )
    for (const { size, position, root, key_id: keyId, signature, made_at } of rows)
      yield {
        size: Number(size),
        position: positionOf(position),
        root,
        keyId,
        signature,
        madeMs: made_at.getTime(),
      }
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_MAX) return undefined
    after = last.size
  }
}

/** Their bytes, whatever they are. */
export async function readTiles(
  db: pg.Pool,
  places: readonly TilePlace[],
  { first, count }: { readonly first: number; readonly count: number },
) {
  const [tiles, positions] = await Promise.all([
    db.query<{ level: number; index: string; hashes: Buffer }>(
      `select t.level, t.index, t.hashes from unnest($1::smallint[], $2::bigint[]) k(level, index)
        join record.tiles t using (level, index)`,
      [places.map(({ level }) => level), places.map(({ index }) => index)],
    ),
    db.query<{ tile: string; positions: readonly (string | null)[] }>(
      'select tile, positions from record.leaf_positions where tile >= $1 and tile < $2',
      [first, first + count],
    ),
  ])
  const byPlace = new Map(tiles.rows.map(({ level, index, hashes }) => [`${level}/${index}`, hashes]))
  const byTile = new Map(positions.rows.map((row) => [Number(row.tile), row.positions]))
  return {
    tileAt: ({ level, index }: TilePlace): Buffer | undefined => byPlace.get(`${level}/${index}`),
    positionsOf: (tile: number): readonly (string | null)[] => byTile.get(tile) ?? [],
  }
}
