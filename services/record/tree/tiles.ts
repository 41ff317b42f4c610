import {
  hashOfRange,
  nodeHash,
  nodesOf,
  type Hash,
  type LeafRange,
  type TreeHead,
  type TreeNode,
} from './merkle-tree.ts'

/** Hashes of a full tile: a subtree of this height, without its root (C2SP tlog-tiles). */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
const HASH_BYTES = 32

export interface TilePlace {
  readonly level: number
  readonly index: number
}

/** Up to 256 hashes in a row: of leaves at level 0, of full tiles of the level below above it. */
export interface Tile extends TilePlace {
  readonly hashes: readonly Hash[]
}

/** How many hashes the last tile of a level has; 0 when all are full. */
export const partialWidth = (level: number, size: number): number =>
  Math.floor(size / TILE_WIDTH ** level) % TILE_WIDTH

/** A tile's place under the log's address. @param width left out for a full tile */
export function tilePath({ level, index }: TilePlace, width = TILE_WIDTH): string {
  return `tile/${level}/${numberPath(index)}${partialSuffix(width)}`
}

export interface TileName extends TilePlace {
  readonly width: number
}

const TILE_PATH = /^tile\/(\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/
const LEVEL_MAX = 63

/** Undefined for what is no tile's path, another spelling of one included. */
export function parseTilePath(path: string): TileName | undefined {
  const [, level, digits, partial] = TILE_PATH.exec(path) ?? []
  if (level === undefined || digits === undefined) return undefined
  const place = { level: Number(level), index: Number(digits.replaceAll(/\D/g, '')) }
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  const isName = place.level <= LEVEL_MAX && width > 0 && width <= TILE_WIDTH
  return isName && tilePath(place, width) === path ? { ...place, width } : undefined
}

/** The place of the 256 entries of a tile of level 0. */
export const entriesPath = (index: number, width = TILE_WIDTH): string =>
  `tile/entries/${numberPath(index)}${partialSuffix(width)}`

const partialSuffix = (width: number): string => (width === TILE_WIDTH ? '' : `.p/${width}`)

/** 1234067 is x001/x234/067. */
function numberPath(index: number): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g)!
  return groups.map((group, nth) => (nth === groups.length - 1 ? group : `x${group}`)).join('/')
}

const placeKey = ({ level, index }: TilePlace): string => `${level}/${index}`

function placeOfNode({
  height,
  index,
}: TreeNode): TilePlace & { readonly first: number; readonly height: number } {
  const level = Math.floor(height / TILE_HEIGHT)
  const inTile = height % TILE_HEIGHT
  const first = index * 2 ** inTile
  return { level, index: Math.floor(first / TILE_WIDTH), first: first % TILE_WIDTH, height: inTile }
}

/** The tiles that hold what the hashes of some ranges are made of. */
export function tilesOfRanges(ranges: readonly LeafRange[]): readonly TilePlace[] {
  const places = new Map<string, TilePlace>()
  for (const range of ranges)
    for (const node of nodesOf(range)) {
      const { level, index } = placeOfNode(node)
      places.set(placeKey({ level, index }), { level, index })
    }
  return [...places.values()]
}

/** A stored tile lacks hashes, or has what is none: somebody has changed the tables. */
export class TileDamaged extends RangeError {}

/** Proofs of one page have most of their nodes in common: each is hashed once. @throws TileDamaged when a hash is missing */
export function nodesIn(tiles: readonly Tile[]): (node: TreeNode) => Hash {
  const byPlace = new Map(tiles.map((tile) => [placeKey(tile), tile.hashes]))
  const made = new Map<string, Hash>()
  const hashOf = (place: ReturnType<typeof placeOfNode>): Hash => {
    const hashes = byPlace.get(placeKey(place))?.slice(place.first, place.first + 2 ** place.height) ?? []
    if (hashes.length < 2 ** place.height) throw new TileDamaged(`tile ${tilePath(place)} lacks hashes`)
    return rootOfFull(hashes)
  }
  return (node) => {
    const key = `${node.height}/${node.index}`
    const hash = made.get(key) ?? hashOf(placeOfNode(node))
    made.set(key, hash)
    return hash
  }
}

/** @param hashes as many as a power of two */
export const rootOfFull = (hashes: readonly Hash[]): Hash => {
  const [first] = hashes
  if (hashes.length === 1) return first!
  const middle = hashes.length / 2
  return nodeHash(rootOfFull(hashes.slice(0, middle)), rootOfFull(hashes.slice(middle)))
}

/** The right edge of a tree: its size, and the hashes of the last tile of each level, which is not yet full. */
export interface TreeEdge {
  readonly size: number
  readonly partial: readonly (readonly Hash[])[]
}

export const EMPTY_EDGE: TreeEdge = { size: 0, partial: [] }

/**
 * A tree with more leaves.
 * @returns its edge, and all tiles that are new or have grown
 */
export function extended(
  edge: TreeEdge,
  leaves: readonly Hash[],
): { readonly edge: TreeEdge; readonly tiles: readonly Tile[] } {
  const partial: Hash[][] = []
  const tiles: Tile[] = []
  let coming: readonly Hash[] = leaves
  for (let level = 0; coming.length > 0 || level < edge.partial.length; level += 1) {
    const start = Math.floor(edge.size / TILE_WIDTH ** (level + 1))
    const hashes = [...(edge.partial[level] ?? []), ...coming]
    const full = Math.floor(hashes.length / TILE_WIDTH)
    const made = Array.from({ length: full }, (_, nth): Tile => ({
      level,
      index: start + nth,
      hashes: hashes.slice(nth * TILE_WIDTH, (nth + 1) * TILE_WIDTH),
    }))
    const rest = hashes.slice(full * TILE_WIDTH)
    tiles.push(...made)
    if (rest.length > 0 && coming.length > 0) tiles.push({ level, index: start + full, hashes: rest })
    partial.push(rest)
    coming = made.map((tile) => rootOfFull(tile.hashes))
  }
  return { edge: { size: edge.size + leaves.length, partial }, tiles }
}

/** The size and root of a tree, by its edge alone. */
export function headOf({ size, partial }: TreeEdge): TreeHead {
  const edgeTiles = partial.map((hashes, level): Tile => ({
    level,
    index: Math.floor(size / TILE_WIDTH ** (level + 1)),
    hashes,
  }))
  return { size, root: hashOfRange({ start: 0, end: size }, nodesIn(edgeTiles)) }
}

export const bytesOfHashes = (hashes: readonly Hash[]): Buffer => Buffer.concat(hashes)

/** @throws TileDamaged when the bytes are no hashes */
export function hashesOfBytes(bytes: Buffer): readonly Hash[] {
  const count = bytes.length / HASH_BYTES
  if (!Number.isInteger(count) || count > TILE_WIDTH)
    throw new TileDamaged(
      `a tile has up to ${TILE_WIDTH} hashes of ${HASH_BYTES} bytes, not ${bytes.length} bytes`,
    )
  return Array.from({ length: count }, (_, nth) => bytes.subarray(nth * HASH_BYTES, (nth + 1) * HASH_BYTES))
}
