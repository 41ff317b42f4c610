import type { Hash } from './tree/merkle-tree.ts'

// A proof that a leaf is in a log, as a file that is checked offline: https://c2sp.org/tlog-proof.

export interface InclusionProof {
  /** The leaf's place in the tree, from 0. */
  readonly index: number
  /** From the leaf's sibling to a child of the root. */
  readonly hashes: readonly Hash[]
  /** The signed note that has the root. */
  readonly checkpoint: string
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'

export const proofFile = ({ index, hashes, checkpoint }: InclusionProof): string =>
  [FIRST_LINE, `index ${index}`, ...hashes.map((hash) => hash.toString('base64')), '', checkpoint].join('\n')
