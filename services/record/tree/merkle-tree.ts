import { hash } from 'node:crypto'

/** SHA-256, 32 bytes. */
export type Hash = Buffer

/** Leaves [start, end) of a tree. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** A complete subtree: 2^height leaves, the index-th of its height. */
export interface TreeNode {
  readonly height: number
  readonly index: number
}

/** The root of a tree, and how many leaves it has. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/** By way of a text: a buffer from `hash` has memory of its own, which takes longer than the hash itself. */
const sha256 = (...parts: readonly Uint8Array[]): Hash =>
  Buffer.from(hash('sha256', Buffer.concat(parts), 'binary'), 'binary')
const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

export const leafHash = (leaf: Uint8Array): Hash => sha256(LEAF, leaf)
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(NODE, left, right)
export const EMPTY_ROOT: Hash = sha256()

/** The largest power of two below a number of leaves, where RFC 6962 splits them. */
function splitOf(leaves: number): number {
  let split = 1
  while (split * 2 < leaves) split *= 2
  return split
}

/** The complete subtrees of a range, left to right. Its start must be a multiple of the power of two that holds it. */
export function nodesOf({ start, end }: LeafRange): readonly TreeNode[] {
  const nodes: TreeNode[] = []
  let next = start
  while (next < end) {
    let height = 0
    let leaves = 1
    while (next % (leaves * 2) === 0 && next + leaves * 2 <= end) {
      leaves *= 2
      height += 1
    }
    nodes.push({ height, index: next / leaves })
    next += leaves
  }
  return nodes
}

/** The hash of a range from those of its complete subtrees: each is joined to all that stand right of it. */
export function hashOfRange(range: LeafRange, hashOf: (node: TreeNode) => Hash): Hash {
  const hashes = nodesOf(range).map(hashOf)
  return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right))
}

function checkRange(name: string, { start, end }: LeafRange, size: number): void {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && Number.isSafeInteger(size)
  if (!isRange || start < 0 || start > end || end > size)
    throw new RangeError(`${name}: ${start} to ${end} is no part of a tree of ${size} leaves`)
}

/**
 * The ranges whose hashes prove that a leaf is in a tree, from its sibling to a child of the root (RFC 6962, 2.1.1).
 * @throws RangeError when the tree has no such leaf
 */
export function inclusionRanges(index: number, size: number): readonly LeafRange[] {
  checkRange('inclusion', { start: index, end: index + 1 }, size)
  const ranges: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    const isLeft = index < middle
    ranges.unshift(isLeft ? { start: middle, end } : { start, end: middle })
    if (isLeft) end = middle
    else start = middle
  }
  return ranges
}

/**
 * The ranges whose hashes prove that a tree is the beginning of a larger one (RFC 6962, 2.1.2).
 * @throws RangeError when the first tree is larger than the second, or empty
 */
export function consistencyRanges(first: number, second: number): readonly LeafRange[] {
  checkRange('consistency', { start: 1, end: first }, second)
  const ranges: LeafRange[] = []
  let [start, end] = [0, second]
  while (end > first || start > 0) {
    if (end === first) {
      ranges.unshift({ start, end })
      break
    }
    const middle = start + splitOf(end - start)
    if (first <= middle) {
      ranges.unshift({ start: middle, end })
      end = middle
    } else {
      ranges.unshift({ start, end: middle })
      start = middle
    }
  }
  return ranges
}

/**
 * The root that a leaf's inclusion proof leads to; compare it with a signed one.
 * @returns undefined when the proof does not have the length that the place demands
 */
export function rootOfInclusion(
  leaf: Hash,
  { index, size }: { readonly index: number; readonly size: number },
  proof: readonly Hash[],
): Hash | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined
  let [node, last] = [index, size - 1]
  let root = leaf
  for (const sibling of proof) {
    if (last === 0) return undefined
    if (node % 2 === 1 || node === last) {
      root = nodeHash(sibling, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      root = nodeHash(root, sibling)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}

/** Whether a proof shows that the first tree is the beginning of the second. */
export function isConsistent(first: TreeHead, second: TreeHead, proof: readonly Hash[]): boolean {
  if (first.size > second.size) return false
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root)
  // Every tree begins with the empty one.
  if (first.size === 0) return proof.length === 0 && first.root.equals(EMPTY_ROOT)
  const roots = rootsOfConsistency(first, second.size, proof)
  return roots !== undefined && roots.before.equals(first.root) && roots.after.equals(second.root)
}

/** The two roots that a proof of consistency leads to; undefined when it has another length than the sizes demand. */
function rootsOfConsistency(first: TreeHead, size: number, proof: readonly Hash[]) {
  let [node, last] = [first.size - 1, size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  // A first tree that is one complete subtree is itself the beginning of the proof.
  const [start, ...rest] = node === 0 ? [first.root, ...proof] : proof
  if (start === undefined) return undefined
  let [before, after] = [start, start]
  for (const sibling of rest) {
    if (last === 0) return undefined
    if (node % 2 === 1 || node === last) {
      before = nodeHash(sibling, before)
      after = nodeHash(sibling, after)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      after = nodeHash(after, sibling)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? { before, after } : undefined
}

/** A tree to which leaves are added one by one. It keeps the roots of the complete subtrees at its right edge alone. */
export function createGrowingRoot() {
  const complete: Hash[] = []
  let size = 0
  return {
    add: (leaf: Hash): void => {
      let node = leaf
      for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2))
        node = nodeHash(complete.pop()!, node)
      complete.push(node)
      size += 1
    },
    size: (): number => size,
    root: (): Hash =>
      complete.length === 0 ? EMPTY_ROOT : complete.reduceRight((right, left) => nodeHash(left, right)),
  }
}
