import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { leafOf } from '@app/record/leaf.ts'
import { bundleOf } from '@app/record/seal-export.ts'
import { proofFile } from '@app/record/proof-file.ts'
import { consistencyRanges, inclusionRanges, type Hash } from '@app/record/tree/merkle-tree.ts'
import { bytesOfHashes, entriesPath, partialWidth, TILE_WIDTH, tilePath } from '@app/record/tree/tiles.ts'
import type { SealedLog } from '@app/record/testing/open-sealer.ts'

/** What a log publishes, and what somebody holds of it. */
export interface Published {
  readonly entries: readonly Buffer[]
  /** By their paths. */
  readonly tiles: ReadonlyMap<string, Buffer>
  readonly checkpoint: string
  /** Files of C2SP tlog-proof. */
  readonly proofs: ReadonlyMap<string, string>
  /** `old SIZE`, the hashes of a proof, an empty line, and the checkpoint of that size. */
  readonly consistency: string
}

const writerIn =
  (folder: string) =>
  (path: string, content: string | Buffer): void => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

/** @param folder is made */
export function writePublished(folder: string, { entries, tiles, ...rest }: Published): void {
  const write = writerIn(folder)
  for (let first = 0; first < entries.length; first += TILE_WIDTH) {
    const some = entries.slice(first, first + TILE_WIDTH)
    write(entriesPath(first / TILE_WIDTH, some.length), bundleOf(some))
  }
  for (const [path, hashes] of tiles) write(path, hashes)
  writeHeld(folder, rest)
}

/** What others than the log hold, beside an export of it. */
export function writeHeld(
  folder: string,
  rest: Pick<Published, 'proofs' | 'checkpoint' | 'consistency'>,
): void {
  const write = writerIn(folder)
  for (const [name, proof] of rest.proofs) write(join('proofs', name), proof)
  write('checkpoint', rest.checkpoint)
  write('consistency', rest.consistency)
}

const linesOf = (hashes: readonly Hash[]): string =>
  hashes.map((hash) => `${hash.toString('base64')}\n`).join('')

export interface Sealing {
  readonly checkpoint: string
  readonly size: number
  readonly older: { readonly checkpoint: string; readonly size: number }
}

/** Of the product's own tables. */
export async function publishedOf(
  { log, tree }: SealedLog,
  { checkpoint, size, older }: Sealing,
): Promise<Published> {
  const entries = (await wholeLog(log)).slice(0, size).map(leafOf)
  const tiles = new Map<string, Buffer>()
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1)
    for (let index = 0; index * TILE_WIDTH ** (level + 1) < size; index += 1) {
      const isFull = (index + 1) * TILE_WIDTH ** (level + 1) <= size
      const width = isFull ? TILE_WIDTH : partialWidth(level, size)
      if (width === 0) continue
      const tile = await tree.tile({ level, index })
      tiles.set(tilePath({ level, index }, width), bytesOfHashes(tile!.hashes.slice(0, width)))
    }
  const proofs = new Map<string, string>()
  for (const index of [0, 1, 255, 256, Math.floor(size / 2), size - 1].filter((place) => place < size)) {
    const hashes = await tree.hashesOf(inclusionRanges(index, size))
    proofs.set(`${index}.tlog-proof`, proofFile({ index, hashes, checkpoint }))
  }
  const consistency = await tree.hashesOf(consistencyRanges(older.size, size))
  return {
    entries,
    tiles,
    checkpoint,
    proofs,
    consistency: `old ${older.size}\n${linesOf(consistency)}\n${older.checkpoint}`,
  }
}
