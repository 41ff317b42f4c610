import { setImmediate as nextTurn } from 'node:timers/promises'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { hashOfRange, type Hash, type LeafRange } from './merkle-tree.ts'
import {
  hashesOfBytes,
  nodesIn,
  partialWidth,
  TileDamaged,
  tilePath,
  tilesOfRanges,
  TILE_WIDTH,
  type Tile,
  type TilePlace,
  type TreeEdge,
} from './tiles.ts'

export interface NewLeaf {
  readonly hash: Hash
  readonly position: Position
}

type Queries = Pick<pg.ClientBase, 'query'>

/** @throws TileDamaged */
export async function edgeIn(db: Queries, size: number): Promise<TreeEdge> {
  const levels: TilePlace[] = []
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1)
    levels.push({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)) })
  const stored = await tilesIn(
    db,
    levels.filter(({ level }) => partialWidth(level, size) > 0),
  )
  const hashes = new Map(stored.map((tile) => [tile.level, tile.hashes]))
  const partial = levels.map(({ level }) => hashes.get(level)?.slice(0, partialWidth(level, size)) ?? [])
  const damaged = levels.find(({ level }) => partial[level]!.length < partialWidth(level, size))
  if (damaged !== undefined) throw new TileDamaged(`tile ${tilePath(damaged)} lacks hashes`)
  return { size, partial }
}

/** @throws TileDamaged */
export async function tilesIn(db: Queries, places: readonly TilePlace[]): Promise<readonly Tile[]> {
  const { rows } = await db.query<{ level: number; index: string; hashes: Buffer }>({
    name: 'record-tiles',
    text: `select t.level, t.index, t.hashes from unnest($1::smallint[], $2::bigint[]) k(level, index)
      join record.tiles t using (level, index)`,
    values: [places.map(({ level }) => level), places.map(({ index }) => index)],
  })
  return rows.map(({ level, index, hashes }) => ({
    level,
    index: Number(index),
    hashes: hashesOfBytes(hashes),
  }))
}

/** A proof has some twenty ranges, which take half a millisecond: many are not made in a row, while taps wait. */
const HASHED_AT_ONCE = 32

/** What proofs are made of: a hash for each range. @throws TileDamaged */
export async function hashesIn(db: Queries, ranges: readonly LeafRange[]): Promise<readonly Hash[]> {
  const hashOf = nodesIn(await tilesIn(db, tilesOfRanges(ranges)))
  const hashes: Hash[] = []
  for (const range of ranges) {
    if (hashes.length % HASHED_AT_ONCE === HASHED_AT_ONCE - 1) await nextTurn()
    hashes.push(hashOfRange(range, hashOf))
  }
  return hashes
}

/** In the order of the positions. */
export async function indexesIn(
  db: Queries,
  positions: readonly Position[],
): Promise<readonly (number | undefined)[]> {
  const { rows } = await db.query<{ index: string | null }>({
    name: 'record-indexes',
    text: `select (select tile::numeric * ${TILE_WIDTH} + array_position(positions, k.position) - 1 from record.leaf_positions
        where positions[1] <= k.position order by positions[1] desc limit 1) as index
      from unnest($1::bigint[]) with ordinality k(position, nth) order by k.nth`,
    values: [positions.map(String)],
  })
  return rows.map(({ index }) => (index === null ? undefined : Number(index)))
}

export async function positionIn(db: Queries, index: number): Promise<Position | undefined> {
  const { rows } = await db.query<{ position: string | null }>({
    name: 'record-position',
    text: 'select positions[$2::int] as position from record.leaf_positions where tile = $1',
    values: [Math.floor(index / TILE_WIDTH), (index % TILE_WIDTH) + 1],
  })
  const position = rows[0]?.position
  return position === undefined || position === null ? undefined : positionOf(position)
}

const TILES_AT_ONCE = 64

/** A damaged tile has none: `verify history` counts it as a fault of the tables. */
export async function* leavesIn(db: Queries, count: number): AsyncGenerator<readonly NewLeaf[], void> {
  for (let after = -1; ;) {
    const { rows } = await db.query<{ tile: string; hashes: Buffer; positions: readonly string[] }>({
      name: 'record-leaves',
      text: `select p.tile, t.hashes, p.positions from record.leaf_positions p
        join record.tiles t on t.level = 0 and t.index = p.tile
        where p.tile > $1 and p.tile < $2 order by p.tile limit ${TILES_AT_ONCE}`,
      values: [after, Math.ceil(count / TILE_WIDTH)],
    })
    for (const { tile, hashes, positions } of rows)
      yield readableHashes(hashes).flatMap((hash, nth) => {
        const position = positions[nth]
        const isBeyond = Number(tile) * TILE_WIDTH + nth >= count
        return position === undefined || isBeyond ? [] : [{ hash, position: positionOf(position) }]
      })
    const last = rows.at(-1)
    if (last === undefined || rows.length < TILES_AT_ONCE) return
    after = Number(last.tile)
  }
}

function readableHashes(bytes: Buffer): readonly Hash[] {
  try {
    return hashesOfBytes(bytes)
  } catch (error) {
    if (error instanceof TileDamaged) return []
    throw error
  }
}
