import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  isConsistent,
  leafHash,
  nodeHash,
  rootOfInclusion,
  type Hash,
} from './merkle-tree.ts'
import {
  EMPTY_EDGE,
  bytesOfHashes,
  entriesPath,
  extended,
  hashesOfBytes,
  headOf,
  nodesIn,
  partialWidth,
  tilePath,
  tilesOfRanges,
  type Tile,
  type TreeEdge,
} from './tiles.ts'
import { runs, longTest } from '../../../tests/support/longer-runs.ts'

const leavesOf = (count: number): readonly Hash[] =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(String(index))))

/** A tree that is extended in steps; its tiles are kept by path, as a table does. */
function grown(sizes: readonly number[]) {
  const leaves = leavesOf(sizes.at(-1)!)
  const stored = new Map<string, Tile>()
  let edge: TreeEdge = EMPTY_EDGE
  for (const size of sizes) {
    const more = extended(edge, leaves.slice(edge.size, size))
    edge = more.edge
    for (const tile of more.tiles) stored.set(tilePath(tile), tile)
  }
  return { leaves, edge, stored, tiles: [...stored.values()] }
}

/** Neither tiles nor edges: level by level, a node without a sibling goes up as it is. */
function rootByLevels(leaves: readonly Hash[]): Hash {
  let hashes = leaves
  while (hashes.length > 1) {
    const next: Hash[] = []
    for (let nth = 0; nth < hashes.length; nth += 2)
      next.push(nth + 1 < hashes.length ? nodeHash(hashes[nth]!, hashes[nth + 1]!) : hashes[nth]!)
    hashes = next
  }
  return hashes[0]!
}

describe('a tree of 70,000 leaves', () => {
  const tree = grown([1, 255, 256, 257, 4_096, 65_536, 66_000, 70_000])

  test('has the tiles that the specification counts', () => {
    const widths = [0, 1, 2].map((level) => {
      const ofLevel = tree.tiles.filter((tile) => tile.level === level)
      const isFull = ({ hashes }: Tile) => hashes.length === 256
      return [
        ofLevel.filter(isFull).length,
        ...ofLevel.filter((tile) => !isFull(tile)).map((tile) => tile.hashes.length),
      ]
    })
    expect(widths).toEqual([
      [273, 112],
      [1, 17],
      [0, 1],
    ])
    expect([0, 1, 2].map((level) => partialWidth(level, 70_000))).toEqual([112, 17, 1])
  })

  test('has the root that all its leaves have', () => {
    expect(headOf(tree.edge).root).toEqual(rootByLevels(tree.leaves))
  })

  test('proves each leaf by three tiles and the edge at most', () => {
    const { size, root } = headOf(tree.edge)
    for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, 69_999]) {
      const ranges = inclusionRanges(index, size)
      const places = tilesOfRanges(ranges)
      expect(places.length).toBeLessThanOrEqual(6)
      const hashOf = nodesIn(places.map((place) => tree.stored.get(tilePath(place))!))
      const proof = ranges.map((range) => hashOfRange(range, hashOf))
      expect(rootOfInclusion(tree.leaves[index]!, { index, size }, proof)).toEqual(root)
    }
  })
})

longTest('a tree is the same in whatever steps it grows, and each size is the beginning of the next', () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 1_200 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(sizes, (some) => {
      const steps = some.toSorted((a, b) => a - b)
      const [tree, atOnce] = [grown(steps), grown(steps.slice(-1))]
      expect(headOf(tree.edge)).toEqual(headOf(atOnce.edge))
      expect(tree.stored).toEqual(atOnce.stored)
      const second = headOf(tree.edge)
      for (const size of steps.slice(0, -1)) {
        const first = headOf(extended(EMPTY_EDGE, tree.leaves.slice(0, size)).edge)
        const proof = consistencyRanges(size, second.size).map((range) =>
          hashOfRange(range, nodesIn(tree.tiles)),
        )
        expect(isConsistent(first, second, proof)).toBe(true)
      }
    }),
    { numRuns: runs(30) },
  )
})

test('a tile without the hashes that are asked for is named', () => {
  const { tiles } = grown([300])
  expect(() => nodesIn(tiles)({ height: 0, index: 300 })).toThrow('tile/0/001')
  expect(() => nodesIn([])({ height: 8, index: 0 })).toThrow('tile/1/000')
})

test('the bytes of a tile are its hashes one after the other', () => {
  const hashes = leavesOf(256)
  expect(hashesOfBytes(bytesOfHashes(hashes))).toEqual(hashes)
  for (const bytes of [Buffer.alloc(31), Buffer.alloc(257 * 32)])
    expect(() => hashesOfBytes(bytes)).toThrow(RangeError)
})

test('paths are those of the specification', () => {
  expect(tilePath({ level: 0, index: 1_234_067 })).toBe('tile/0/x001/x234/067')
  expect(tilePath({ level: 2, index: 0 }, 17)).toBe('tile/2/000.p/17')
  expect(entriesPath(999)).toBe('tile/entries/999')
  expect(entriesPath(1_000, 3)).toBe('tile/entries/x001/000.p/3')
})
