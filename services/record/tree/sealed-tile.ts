import { inclusionRanges, rootOfInclusion, type Hash, type TreeHead } from './merkle-tree.ts'
import { rootOfFull, TILE_WIDTH, type TileName } from './tiles.ts'
import type { TreeStore } from './tree-store.ts'
import { findSealIn, type SealTrust } from '../trusted-seals.ts'

type Tiles = Pick<TreeStore, 'tile' | 'hashesOf'>

/** Only what is under a checkpoint: a partial tile exists at the right edge of a signed tree. */
export async function findSealedTile(
  record: SealTrust & { readonly tree: Tiles },
  name: TileName,
): Promise<readonly Hash[] | undefined> {
  const leavesOfHash = TILE_WIDTH ** name.level
  const end = (name.index * TILE_WIDTH + name.width) * leavesOfHash
  if (!Number.isSafeInteger(end + leavesOfHash)) return undefined
  const isFull = name.width === TILE_WIDTH
  const seal = await findSealIn(record, isFull ? { from: end } : { from: end, to: end + leavesOfHash })
  return seal && tileUnder(record.tree, seal, name)
}

/**
 * A tile as it was signed.
 * @param head of which the root was checked: it has every hash of the partial tiles at its edge
 * @returns undefined when the tables have another one, or none
 */
export async function tileUnder(
  tree: Tiles,
  head: TreeHead,
  { width, ...place }: TileName,
): Promise<readonly Hash[] | undefined> {
  const hashes = (await tree.tile(place))?.hashes.slice(0, width) ?? []
  if (hashes.length < width) return undefined
  if (width < TILE_WIDTH) return hashes
  const leaves = TILE_WIDTH ** (place.level + 1)
  // A proof of its first leaf begins within the tile: what follows is the tile's own.
  const ranges = inclusionRanges(place.index * leaves, head.size).slice(Math.log2(leaves))
  const ofTiles = { index: place.index, size: Math.ceil(head.size / leaves) }
  const root = rootOfInclusion(rootOfFull(hashes), ofTiles, await tree.hashesOf(ranges))
  return root?.equals(head.root) === true ? hashes : undefined
}
