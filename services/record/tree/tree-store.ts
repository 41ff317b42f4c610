import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import type { LogMark } from '@app/event-store/log-mark.ts'
import { lockUntilCommit } from '@app/postgres/advisory-lock.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import { writeSeals, type FoundSeals } from '../seal-tables.ts'
import { edgeIn, hashesIn, indexesIn, leavesIn, positionIn, tilesIn, type NewLeaf } from './tree-tables.ts'
import type { Hash, LeafRange, TreeHead } from './merkle-tree.ts'
import {
  bytesOfHashes,
  extended,
  headOf,
  TILE_WIDTH,
  type Tile,
  type TilePlace,
  type TreeEdge,
} from './tiles.ts'

/** How far the tree has read the log. */
export interface TreeState {
  readonly size: number
  /** Up to here the log was read. */
  readonly position: Position
  /** The last event that was read; undefined while the tree is empty. */
  readonly mark: LogMark | undefined
  /** Behind the last leaf that is not itself a seal. */
  readonly changesEnd: number
  /** Of the largest checkpoint that somebody keeps elsewhere; 0 when nobody does. */
  readonly keptSize: number
}

interface TreeGrowth {
  readonly leaves: readonly NewLeaf[]
  readonly to: TreeState
  readonly found: FoundSeals
}

/** Another process has extended the tree meanwhile. */
export class TreeMoved extends Error {}

export interface TreeStore {
  /** Empty for another log than the one it was made of. */
  state(): Promise<TreeState>
  /** @throws TreeMoved */
  extend(from: TreeState, growth: TreeGrowth): Promise<TreeHead>
  head(): Promise<TreeHead>
  /** As it was at this size. @throws TileDamaged */
  edgeAt(size: number): Promise<TreeEdge>
  /** What proofs are made of: a hash for each range. */
  hashesOf(ranges: readonly LeafRange[]): Promise<readonly Hash[]>
  tile(place: TilePlace): Promise<Tile | undefined>
  /** The place in the tree of an event; undefined when it is not in the tree. */
  indexOf(position: Position): Promise<number | undefined>
  /** The same of several events, by one query. */
  indexesOf(positions: readonly Position[]): Promise<readonly (number | undefined)[]>
  /** The event of a leaf; undefined when the tree has no such leaf. */
  positionOf(index: number): Promise<Position | undefined>
  /** The first leaves, in order, a page at a time. */
  leaves(count: number): AsyncGenerator<readonly NewLeaf[], void>
  /** Forgets the tree, because its log was replaced by another copy. */
  clear(): Promise<void>
}

interface TreeRow {
  readonly size: string
  readonly position: string
  readonly changes_end: string
  readonly kept_size: string
  readonly mark_stream: string | null
  readonly mark_revision: string | null
  readonly mark_id: string | null
}

const EMPTY: TreeState = { size: 0, position: START, mark: undefined, changesEnd: 0, keptSize: 0 }
const TREE_LOCK = 7201004
/** The tree can be made again from the log: no commit waits for the disk. */
const UNFLUSHED = 'begin; set local synchronous_commit to off'
const STATE = `select size, position, changes_end, kept_size, mark_stream, mark_revision, mark_id
  from record.tree where store_id = $1`

function stateOf(row: TreeRow | undefined): TreeState {
  if (row === undefined) return EMPTY
  const { mark_stream: stream, mark_revision: revision, mark_id: id } = row
  const mark =
    stream === null || revision === null || id === null
      ? undefined
      : { stream, revision: BigInt(revision), id }
  return {
    size: Number(row.size),
    position: positionOf(row.position),
    mark,
    changesEnd: Number(row.changes_end),
    keptSize: Number(row.kept_size),
  }
}

export async function stateIn(db: Pick<pg.ClientBase, 'query'>, storeId: string): Promise<TreeState> {
  const { rows } = await db.query<TreeRow>(STATE, [storeId])
  return stateOf(rows[0])
}

/** @param storeId of the log whose tree it is */
export function createTreeStore(db: pg.Pool, storeId: string): TreeStore {
  const state = () => stateIn(db, storeId)
  return {
    state,
    extend: (from, growth) =>
      inTransaction(db, (client) => extendLocked(client, storeId, { ...growth, from }), UNFLUSHED),
    head: async () => {
      const { size } = await state()
      return headOf(await edgeIn(db, size))
    },
    edgeAt: (size) => edgeIn(db, size),
    hashesOf: (ranges) => hashesIn(db, ranges),
    tile: async (place) => (await tilesIn(db, [place]))[0],
    indexOf: async (position) => (await indexesIn(db, [position]))[0],
    indexesOf: (positions) => indexesIn(db, positions),
    positionOf: (index) => positionIn(db, index),
    leaves: (count) => leavesIn(db, count),
    clear: () => inTransaction(db, clearLocked, UNFLUSHED),
  }
}

async function clearLocked(client: pg.PoolClient): Promise<void> {
  await lockUntilCommit(client, TREE_LOCK)
  await client.query(CLEAR)
}

const CLEAR = ['tree', 'leaf_positions', 'tiles', 'seals', 'seal_keys']
  .map((table) => `delete from record.${table}`)
  .join('; ')

async function extendLocked(
  client: pg.PoolClient,
  storeId: string,
  { from, leaves, to, found: seals }: TreeGrowth & { readonly from: TreeState },
): Promise<TreeHead> {
  // An empty tree has no row to lock.
  await lockUntilCommit(client, TREE_LOCK)
  const { rows } = await client.query<TreeRow>(STATE, [storeId])
  const found = stateOf(rows[0])
  if (found.size !== from.size || found.position !== from.position)
    throw new TreeMoved('another process has extended the tree')
  if (rows[0] === undefined) await client.query(CLEAR) // what is there belongs to another log
  const { edge, tiles } = extended(
    await edgeIn(client, from.size),
    leaves.map(({ hash }) => hash),
  )
  if (edge.size !== to.size) throw new RangeError(`the tree would have ${edge.size} leaves, not ${to.size}`)
  await writeTiles(client, tiles)
  await writePositions(client, from.size, leaves)
  await writeSeals(client, edge.size, seals)
  await writeState(client, storeId, to)
  return headOf(edge)
}

async function writeTiles(client: pg.ClientBase, tiles: readonly Tile[]): Promise<void> {
  await client.query(
    `insert into record.tiles (level, index, hashes) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
     on conflict (level, index) do update set hashes = excluded.hashes`,
    [
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => bytesOfHashes(hashes)),
    ],
  )
}

/** A row a tile, because an array of thousands of parameters takes as long as their hashes. */
async function writePositions(
  client: pg.ClientBase,
  size: number,
  leaves: readonly NewLeaf[],
): Promise<void> {
  const ofTiles = new Map<number, string[]>()
  for (const [nth, { position }] of leaves.entries()) {
    const tile = Math.floor((size + nth) / TILE_WIDTH)
    const positions = ofTiles.get(tile) ?? []
    positions.push(String(position))
    ofTiles.set(tile, positions)
  }
  await client.query(
    `insert into record.leaf_positions as p (tile, positions)
     select tile, positions::bigint[] from unnest($1::bigint[], $2::text[]) as l(tile, positions)
     on conflict (tile) do update set positions = p.positions || excluded.positions`,
    [[...ofTiles.keys()], [...ofTiles.values()].map((positions) => `{${positions.join()}}`)],
  )
}

async function writeState(
  client: pg.ClientBase,
  storeId: string,
  { size, position, changesEnd, keptSize, mark }: TreeState,
): Promise<void> {
  await client.query(
    `insert into record.tree (store_id, size, position, changes_end, mark_stream, mark_revision, mark_id, kept_size)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (is_only) do update set store_id = excluded.store_id, size = excluded.size,
       position = excluded.position, changes_end = excluded.changes_end, mark_stream = excluded.mark_stream,
       mark_revision = excluded.mark_revision, mark_id = excluded.mark_id, kept_size = excluded.kept_size`,
    [
      storeId,
      size,
      String(position),
      changesEnd,
      mark?.stream ?? null,
      mark === undefined ? null : String(mark.revision),
      mark?.id ?? null,
      keptSize,
    ],
  )
}
