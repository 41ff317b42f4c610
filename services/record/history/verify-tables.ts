import { START, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import type pg from 'pg'
import { findSeals, sealsOfTree, type FoundSeals, type Seal } from '../seal-tables.ts'
import type { Hash } from '../tree/merkle-tree.ts'
import {
  bytesOfHashes,
  EMPTY_EDGE,
  extended,
  TileDamaged,
  TILE_WIDTH,
  type Tile,
  type TreeEdge,
} from '../tree/tiles.ts'
import { signedSeals, type LogKeys } from '../trusted-seals.ts'
import { readableOf, readLeaf, type LoggedEvent } from '../unreadable-events.ts'
import {
  readTables,
  readTiles,
  sealRowsUntil,
  type KeptTables,
  type SealInTable,
  type TableFault,
} from './kept-tables.ts'

export interface TableFaults {
  readonly count: number
  /** The first ones of each table. */
  readonly named: readonly TableFault[]
}

const NAMED_MAX = 20
const TILES_AT_ONCE = 64
const KEYS_MAX = 1_000

interface TablesDeps {
  readonly db: pg.Pool
  readonly storeId: string
  readonly keyOf: LogKeys
}

/**
 * Compares the tables of the record with the log, while something else reads it. Of the events, those that the tree had
 * when the tables were read; of the rows as many as one batch of tiles has, whatever the size of the log.
 */
export async function openTablesCheck(deps: TablesDeps) {
  const tables = await readTables(deps.db, deps.storeId)
  const faults = createFaults()
  const tiles = createTilesCheck(deps.db, faults)
  const seals = createSealsCheck(deps, tables, faults)
  let [index, lastChange, keptSize] = [0, 0, 0]
  let last: Position | undefined
  let marked: StoredEvent | undefined

  async function check(page: readonly LoggedEvent[]): Promise<void> {
    const events = page.slice(0, Math.max(0, tables.size - index))
    const found = findSeals(readableOf(events))
    keptSize = Math.max(keptSize, found.keptSize)
    for (const event of events) {
      index += 1
      if (!('stream' in event && event.stream === LOG_SEALS_STREAM)) lastChange = index
      await tiles.add(event)
    }
    last = events.at(-1)?.position ?? last
    marked = readableOf(events).at(-1) ?? marked
    await seals.add(await signedSeals(found, deps.keyOf))
  }

  return {
    /** Passes events on, once they are compared. */
    async *watched(
      pages: AsyncIterable<readonly LoggedEvent[]>,
    ): AsyncGenerator<readonly LoggedEvent[], void> {
      for await (const page of pages) {
        await check(page)
        yield page
      }
    },
    /** Once all events were passed on. */
    async end(): Promise<TableFaults> {
      await tiles.end()
      await seals.end()
      for (const { table, place } of tables.extras) faults.add(table, place)
      const columns = {
        size: index === tables.size,
        changes_end: lastChange === tables.changesEnd,
        kept_size: keptSize === tables.keptSize,
        mark: isMark(marked, tables) && tables.position >= (last ?? START),
      }
      for (const [column, fits] of Object.entries(columns)) if (!fits) faults.add('tree', column)
      return faults.all()
    },
  }
}

const isMark = (last: StoredEvent | undefined, { mark }: KeptTables): boolean =>
  mark?.id === last?.id && mark?.stream === last?.stream && mark?.revision === last?.revision

function createFaults() {
  const named: TableFault[] = []
  const counts = new Map<TableFault['table'], number>()
  return {
    add: (table: TableFault['table'], place: string): void => {
      const count = (counts.get(table) ?? 0) + 1
      counts.set(table, count)
      if (count <= NAMED_MAX) named.push({ table, place })
    },
    all: (): TableFaults => ({ count: [...counts.values()].reduce((sum, one) => sum + one, 0), named }),
  }
}
type Faults = ReturnType<typeof createFaults>

function createTilesCheck(db: pg.Pool, faults: Faults) {
  let edge: TreeEdge = EMPTY_EDGE
  let hashes: Hash[] = []
  let positions: bigint[] = []

  async function flush(isEnd: boolean): Promise<void> {
    const first = edge.size / TILE_WIDTH
    const grown = extended(edge, hashes)
    // A tile that is not full yet is compared once, at the end.
    const full = grown.tiles.filter((tile) => tile.hashes.length === TILE_WIDTH)
    const tiles = isEnd ? [...full, ...edgeTiles(grown.edge)] : full
    const count = Math.ceil(positions.length / TILE_WIDTH)
    const stored = await readTiles(db, tiles, { first, count })
    for (const tile of tiles) {
      const bytes = bytesOfHashes(tile.hashes)
      if (stored.tileAt(tile)?.subarray(0, bytes.length).equals(bytes) !== true)
        faults.add('tiles', `${tile.level}/${tile.index}`)
    }
    for (let nth = 0; nth < count; nth += 1) {
      const wanted = positions.slice(nth * TILE_WIDTH, (nth + 1) * TILE_WIDTH).map(String)
      const has = stored.positionsOf(first + nth)
      if (wanted.some((position, at) => has[at] !== position))
        faults.add('leaf_positions', String(first + nth))
    }
    edge = grown.edge
    hashes = []
    positions = []
  }

  return {
    add: async (event: LoggedEvent): Promise<void> => {
      hashes.push(readLeaf(event).hash)
      positions.push(event.position)
      if (hashes.length === TILES_AT_ONCE * TILE_WIDTH) await flush(false)
    },
    end: () => flush(true),
  }
}

const edgeTiles = ({ size, partial }: TreeEdge): readonly Tile[] =>
  partial
    .map((hashes, level) => ({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)), hashes }))
    .filter(({ hashes }) => hashes.length > 0)

/** Rows in the order of their sizes, beside the seals of the log, which have the same order. */
function createSealsCheck(deps: TablesDeps, tables: KeptTables, faults: Faults) {
  const rows = sealRowsUntil(deps.db, tables.position)
  const keys = new Map<string, string>()
  let row: SealInTable | undefined
  let top = 0

  async function compare(seal: Seal): Promise<void> {
    // Of one size the tables have the first seal.
    if (seal.size <= top) return
    row ??= (await rows.next()).value
    const isNext = row !== undefined && isSame(row, seal)
    if (!isNext && !(await isOfTree(deps.db, tables.size, seal))) return
    for (; row !== undefined && row.size < seal.size; row = (await rows.next()).value)
      faults.add('seals', String(row.size))
    top = seal.size
    if (row === undefined || !isSame(row, seal)) faults.add('seals', String(seal.size))
    if (row?.size === seal.size) row = undefined
  }

  return {
    add: async (found: FoundSeals): Promise<void> => {
      for (const { id, vkey } of found.keys) if (keys.size < KEYS_MAX && !keys.has(id)) keys.set(id, vkey)
      for (const seal of found.seals) await compare(seal)
    },
    end: async (): Promise<void> => {
      if (row !== undefined) faults.add('seals', String(row.size))
      for await (const { size } of rows) faults.add('seals', String(size))
      for (const [id, vkey] of tables.keys) if (keys.get(id) !== vkey) faults.add('seal_keys', id)
      for (const id of keys.keys()) if (!tables.keys.has(id)) faults.add('seal_keys', id)
    },
  }
}

/** As the tables have the tree: where its tiles are damaged, which is named, no seal is passed over. */
async function isOfTree(db: pg.Pool, treeSize: number, seal: Seal): Promise<boolean> {
  try {
    return (await sealsOfTree(db, treeSize, [seal])).length > 0
  } catch (error) {
    if (error instanceof TileDamaged) return true
    throw error
  }
}

const isSame = (row: SealInTable, seal: Seal): boolean =>
  row.size === seal.size &&
  row.position === seal.position &&
  row.keyId === seal.keyId &&
  row.root.equals(seal.root) &&
  row.signature.equals(seal.signature) &&
  row.madeMs === seal.madeAt.getTime()
