import { NoteRefused } from './signed-note.ts'
import type { Hash } from './tree/merkle-tree.ts'

// A proof that a leaf is in a log, as a file that is checked offline: https://c2sp.org/tlog-proof.

export interface InclusionProof {
  /** The leaf's place in the tree, from 0. */
  readonly index: number
  /** From the leaf's sibling to a child of the root. */
  readonly hashes: readonly Hash[]
  /** The signed note that has the root, cosignatures included. */
  readonly checkpoint: string
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
const INDEX = /^index (0|[1-9]\d{0,15})$/
const EXTRA = /^extra [A-Za-z0-9+/]+={0,2}$/
const HASH_BYTES = 32
/** A tree of 2^53 leaves has no longer proof. */
const HASHES_MAX = 53

export const proofFile = ({ index, hashes, checkpoint }: InclusionProof): string =>
  [FIRST_LINE, `index ${index}`, ...hashes.map((hash) => hash.toString('base64')), '', checkpoint].join('\n')

/** The checkpoint in it is not opened, and its extra data are left out. @throws NoteRefused */
export function parseProofFile(file: string): InclusionProof {
  const end = file.indexOf('\n\n')
  const [first, ...lines] = end < 0 ? [] : file.slice(0, end).split('\n')
  if (first !== FIRST_LINE) throw new NoteRefused(`no proof: its first line is not ${FIRST_LINE}`)
  const [index, ...hashes] = EXTRA.test(lines[0] ?? '') ? lines.slice(1) : lines
  const [, digits] = INDEX.exec(index ?? '') ?? []
  if (digits === undefined || !Number.isSafeInteger(Number(digits)) || hashes.length > HASHES_MAX)
    throw new NoteRefused('no proof: it names no place of a leaf')
  return { index: Number(digits), hashes: hashes.map(hashOfLine), checkpoint: file.slice(end + 2) }
}

function hashOfLine(line: string): Hash {
  const hash = Buffer.from(line, 'base64')
  if (hash.length !== HASH_BYTES || hash.toString('base64') !== line)
    throw new NoteRefused('no proof: a line of it is no hash')
  return hash
}
