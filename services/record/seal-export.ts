import { open, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { readLeaf, readPage, type LoggedEvent } from './unreadable-events.ts'
import { tileUnder } from './tree/sealed-tile.ts'
import type { TreeStore } from './tree/tree-store.ts'
import { leafHash } from './tree/merkle-tree.ts'
import { bytesOfHashes, entriesPath, tilePath, TILE_WIDTH } from './tree/tiles.ts'
import type { NotedSeal } from './trusted-seals.ts'

/** Of an entry in a bundle: its length is written in two bytes (https://c2sp.org/tlog-tiles). */
export const ENTRY_BYTES_MAX = 65_535

export interface SealExportDeps {
  /** As it is stored. */
  readonly log: Pick<EventStore, 'readAll'>
  readonly tree: Pick<TreeStore, 'tile' | 'hashesOf' | 'positionOf'>
  readonly onBundle: (entries: number) => void
}

/** The log is not what was sealed, or an event is too large for the format. */
export class ExportRefused extends Error {}

/**
 * Writes checkpoint, tiles and entry bundles up to a seal into a folder, as tlog-tiles has them. What is there stays,
 * so that a later export adds what is new. The checkpoint comes last: what it signs is there.
 */
export async function exportSealed(deps: SealExportDeps, seal: NotedSeal, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await exportTiles(deps, seal, folder)
  await exportEntries(deps, seal.size, folder)
  await writeWhole(join(folder, 'checkpoint'), Buffer.from(seal.checkpoint))
}

async function exportTiles({ tree }: SealExportDeps, seal: NotedSeal, folder: string): Promise<void> {
  for (let level = 0, hashes = seal.size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < hashes; index += 1) {
      const width = Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH)
      const path = join(folder, tilePath({ level, index }, width))
      if (await exists(path)) continue
      const tile = await tileUnder(tree, seal, { level, index, width })
      if (tile === undefined)
        throw new ExportRefused(`${tilePath({ level, index }, width)} is not what was sealed`)
      await writeWhole(path, bytesOfHashes(tile))
    }
}

async function exportEntries(deps: SealExportDeps, size: number, folder: string): Promise<void> {
  const bundles = Math.ceil(size / TILE_WIDTH)
  const widthOf = (index: number): number => Math.min(TILE_WIDTH, size - index * TILE_WIDTH)
  const pathOf = (index: number): string => join(folder, entriesPath(index, widthOf(index)))
  let first = 0
  while (first < bundles && (await exists(pathOf(first)))) first += 1
  if (first === bundles) return
  const after = first === 0 ? START : await deps.tree.positionOf(first * TILE_WIDTH - 1)
  if (after === undefined) throw new ExportRefused('the tables of the tree lack positions')
  const events = eventsAfter(deps.log, after)
  for (let index = first; index < bundles; index += 1) {
    const leaves: Buffer[] = []
    while (leaves.length < widthOf(index)) {
      const next = await events.next()
      if (next.done === true) throw new ExportRefused('the log is shorter than its seal')
      leaves.push(readLeaf(next.value).bytes)
    }
    await checkLeaves(deps, index, leaves)
    await writeWhole(pathOf(index), bundleOf(leaves))
    deps.onBundle(index * TILE_WIDTH + leaves.length)
  }
}

async function* eventsAfter(
  log: Pick<EventStore, 'readAll'>,
  after: Position,
): AsyncGenerator<LoggedEvent, void> {
  for (let position = after; ;) {
    const page = await readPage(log, position, TILE_WIDTH)
    yield* page.events
    if (page.isAtHead) return
    position = page.scannedTo
  }
}

async function checkLeaves(
  { tree }: SealExportDeps,
  index: number,
  leaves: readonly Buffer[],
): Promise<void> {
  const sealed = (await tree.tile({ level: 0, index }))?.hashes ?? []
  const wrong = leaves.findIndex((leaf, nth) => sealed[nth]?.equals(leafHash(leaf)) !== true)
  if (wrong >= 0) throw new ExportRefused(`event ${index * TILE_WIDTH + wrong} is not what was sealed`)
}

export function bundleOf(entries: readonly Buffer[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > ENTRY_BYTES_MAX)
        throw new ExportRefused(`an event of ${entry.length} bytes is too large for a bundle`)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(entry.length)
      return [length, entry]
    }),
  )
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whole or not at all: an interrupted export leaves no half of a file under its name. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}
