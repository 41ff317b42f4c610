import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import type { Hash } from './tree/merkle-tree.ts'
import { hashesOfBytes, TILE_WIDTH } from './tree/tiles.ts'

export interface NewLeaf {
  readonly hash: Hash
  readonly position: Position
}

type Queries = Pick<pg.ClientBase, 'query'>

export async function writePositions(
  client: pg.ClientBase,
  size: number,
  leaves: readonly NewLeaf[],
): Promise<void> {
  await client.query(
    `insert into record.leaf_positions as p (tile, positions)
     select tile, array_agg(position order by position)
     from unnest($1::bigint[], $2::bigint[]) as l(tile, position) group by tile
     on conflict (tile) do update set positions = p.positions || excluded.positions`,
    [
      leaves.map((_, nth) => Math.floor((size + nth) / TILE_WIDTH)),
      leaves.map(({ position }) => String(position)),
    ],
  )
}

export async function indexIn(db: Queries, position: Position): Promise<number | undefined> {
  const { rows } = await db.query<{ tile: string; nth: number | null }>({
    name: 'record-index',
    text: `select tile, array_position(positions, $1::bigint) as nth from record.leaf_positions
      where positions[1] <= $1::bigint order by positions[1] desc limit 1`,
    values: [String(position)],
  })
  const [row] = rows
  return row === undefined || row.nth === null ? undefined : Number(row.tile) * TILE_WIDTH + row.nth - 1
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

export async function* leavesIn(db: Queries, count: number): AsyncGenerator<readonly NewLeaf[], void> {
  for (let after = -1; ;) {
    const { rows } = await db.query<{ tile: string; hashes: Buffer; positions: readonly string[] }>({
      name: 'record-leaves',
      text: `select p.tile, t.hashes, p.positions from record.leaf_positions p
        join record.tiles t on t.level = 0 and t.index = p.tile
        where p.tile > $1 and p.tile * ${TILE_WIDTH} < $2 order by p.tile limit ${TILES_AT_ONCE}`,
      values: [after, count],
    })
    for (const { tile, hashes, positions } of rows)
      yield hashesOfBytes(hashes).flatMap((hash, nth) => {
        const position = positions[nth]
        const isBeyond = Number(tile) * TILE_WIDTH + nth >= count
        return position === undefined || isBeyond ? [] : [{ hash, position: positionOf(position) }]
      })
    const last = rows.at(-1)
    if (last === undefined || rows.length < TILES_AT_ONCE) return
    after = Number(last.tile)
  }
}
