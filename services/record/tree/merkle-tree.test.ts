import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_ROOT,
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  isConsistent,
  leafHash,
  nodeHash,
  rootOfInclusion,
  type Hash,
  type LeafRange,
  type TreeHead,
  type TreeNode,
} from './merkle-tree.ts'

/** The reference test data of Certificate Transparency: eight leaves, and the root after each. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** RFC 6962, 2.1, word for word. */
function rootOf(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

const leavesOf = (count: number): readonly Hash[] =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)))

const nodesFrom =
  (leaves: readonly Hash[]) =>
  ({ height, index }: TreeNode): Hash =>
    rootOf(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height))

const hashesOf = (leaves: readonly Hash[], ranges: readonly LeafRange[]): readonly Hash[] =>
  ranges.map((range) => hashOfRange(range, nodesFrom(leaves)))

const headOf = (leaves: readonly Hash[], size: number): TreeHead => ({
  size,
  root: rootOf(leaves.slice(0, size)),
})

const SIZE_MAX = 130
const changed = (hash: Hash): Hash => Buffer.from(hash.map((byte, index) => (index === 7 ? byte ^ 1 : byte)))

describe('a root', () => {
  test('is that of the reference data of Certificate Transparency, after each leaf', () => {
    const leaves = LEAVES.map(leafHash)
    const roots = leaves.map((_, last) => hashOfRange({ start: 0, end: last + 1 }, nodesFrom(leaves)))
    expect(roots.map((root) => root.toString('hex'))).toEqual(ROOTS)
  })

  test('of no leaves is the hash of nothing', () => {
    expect(hashOfRange({ start: 0, end: 0 }, nodesFrom([])).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })
})

describe('an inclusion proof', () => {
  test('leads from each leaf to the root of each tree that has it, and no other leaf does', () => {
    const leaves = leavesOf(SIZE_MAX)
    const sizeAndIndex = fc
      .integer({ min: 1, max: SIZE_MAX })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })))
    fc.assert(
      fc.property(sizeAndIndex, ([size, index]) => {
        const proof = hashesOf(leaves, inclusionRanges(index, size))
        const { root } = headOf(leaves, size)
        expect(rootOfInclusion(leaves[index]!, { index, size }, proof)).toEqual(root)
        expect(rootOfInclusion(changed(leaves[index]!), { index, size }, proof)).not.toEqual(root)
      }),
    )
  })

  test('does not fit with a hash changed, left out or added, nor at another place', () => {
    const leaves = leavesOf(13)
    const [index, size] = [9, 13]
    const proof = hashesOf(leaves, inclusionRanges(index, size))
    const { root } = headOf(leaves, size)
    const leads = (hashes: readonly Hash[], place = { index, size }) =>
      rootOfInclusion(leaves[index]!, place, hashes)?.equals(root) ?? false
    expect(leads(proof)).toBe(true)
    for (const [nth, hash] of proof.entries()) expect(leads(proof.with(nth, changed(hash)))).toBe(false)
    for (const nth of proof.keys()) expect(leads(proof.toSpliced(nth, 1))).toBe(false)
    expect(leads([...proof, root])).toBe(false)
    for (let other = 0; other < size; other += 1)
      if (other !== index) expect(leads(proof, { index: other, size })).toBe(false)
    expect(leads(proof, { index, size: 26 })).toBe(false)
  })

  test.each([
    [-1, 8],
    [8, 8],
    [0, 0],
    [1.5, 8],
    [2 ** 60, 2 ** 61],
  ])('of leaf %d of %d is refused', (index, size) => {
    expect(() => inclusionRanges(index, size)).toThrow(RangeError)
  })
})

describe('a consistency proof', () => {
  test('shows that each tree is the beginning of each larger one, and of no other tree', () => {
    const leaves = leavesOf(SIZE_MAX)
    const sizes = fc
      .integer({ min: 2, max: SIZE_MAX })
      .chain((second) => fc.tuple(fc.integer({ min: 1, max: second - 1 }), fc.constant(second)))
    fc.assert(
      fc.property(sizes, fc.nat(), ([first, second], seed) => {
        const proof = hashesOf(leaves, consistencyRanges(first, second))
        const heads = [headOf(leaves, first), headOf(leaves, second)] as const
        expect(isConsistent(...heads, proof)).toBe(true)
        const rewritten = leaves.with(seed % first, changed(leaves[seed % first]!))
        expect(isConsistent(headOf(rewritten, first), heads[1], proof)).toBe(false)
        expect(isConsistent(heads[0], headOf(rewritten, second), proof)).toBe(false)
      }),
    )
  })

  test('has the ranges of the examples of RFC 6962', () => {
    expect(consistencyRanges(3, 7)).toEqual([
      { start: 2, end: 3 },
      { start: 3, end: 4 },
      { start: 0, end: 2 },
      { start: 4, end: 7 },
    ])
    expect(consistencyRanges(4, 7)).toEqual([{ start: 4, end: 7 }])
    expect(consistencyRanges(6, 7)).toEqual([
      { start: 4, end: 6 },
      { start: 6, end: 7 },
      { start: 0, end: 4 },
    ])
    expect(consistencyRanges(7, 7)).toEqual([])
  })

  test('does not fit with a hash changed, left out or added', () => {
    const leaves = leavesOf(7)
    const [first, second] = [headOf(leaves, 3), headOf(leaves, 7)]
    const proof = hashesOf(leaves, consistencyRanges(3, 7))
    for (const [nth, hash] of proof.entries())
      expect(isConsistent(first, second, proof.with(nth, changed(hash)))).toBe(false)
    for (const nth of proof.keys()) expect(isConsistent(first, second, proof.toSpliced(nth, 1))).toBe(false)
    expect(isConsistent(first, second, [...proof, first.root])).toBe(false)
    expect(isConsistent(first, second, [])).toBe(false)
  })

  test('of equal or empty trees is empty, and the larger tree is not the beginning of the smaller one', () => {
    const leaves = leavesOf(5)
    const [three, five] = [headOf(leaves, 3), headOf(leaves, 5)]
    expect(isConsistent(five, five, [])).toBe(true)
    expect(isConsistent({ ...five, root: three.root }, five, [])).toBe(false)
    expect(isConsistent({ size: 0, root: EMPTY_ROOT }, five, [])).toBe(true)
    expect(isConsistent({ size: 0, root: three.root }, five, [])).toBe(false)
    expect(isConsistent(five, three, [])).toBe(false)
    expect(() => consistencyRanges(5, 3)).toThrow(RangeError)
    expect(() => consistencyRanges(0, 3)).toThrow(RangeError)
  })
})
