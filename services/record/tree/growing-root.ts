import { EMPTY_ROOT, nodeHash, type Hash } from './merkle-tree.ts'

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
