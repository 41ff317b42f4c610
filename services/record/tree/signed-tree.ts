import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { NOTHING_READ, readTree, type ReadTree } from './grow-tree.ts'
import type { LastSeal } from '../sealing/last-seal.ts'
import type { SealHead, SignedHead } from '../sealing/seal-head.ts'
import { consistencyRanges, isConsistent, type TreeHead } from './merkle-tree.ts'
import { headOf, TileDamaged } from './tiles.ts'
import type { TreeStore } from './tree-store.ts'

// What was signed here, and what the log has behind it: tables that somebody wrote decide nothing of it.

/** The tree does not continue what was signed last: its tables were changed, or the log was. Nothing is signed. */
export class TreeDiffers extends TileDamaged {}

interface SignedDeps {
  readonly log: Pick<EventStore, 'readAll'>
  readonly tree: TreeStore
  readonly head: SealHead
}

export interface Signed {
  readonly kept: SignedHead | undefined
  readonly last: LastSeal
}

export type SignedTree = TreeHead & { readonly position: Position }

/**
 * The newest head that this installation has signed, and its place in the log. One without a place, of a restored log,
 * and one that another process has signed by the same key, are first compared with the log.
 * @throws TileDamaged
 */
export async function signedBefore(
  { log, tree, head }: SignedDeps,
  { kept, last: { seal, vkey }, goesOn }: Signed & { readonly goesOn: () => boolean },
): Promise<SignedTree | undefined | 'stopped'> {
  const placed = kept?.position === undefined ? undefined : { ...kept, position: kept.position }
  const isBeyond = seal !== undefined && vkey !== undefined && seal.size > (kept?.size ?? 0)
  const newest = isBeyond ? { ...headIn(seal), vkey, sealedAt: seal.sealedAt } : kept
  if (newest === undefined || (newest === kept && placed !== undefined)) return placed
  const read = await readTree(log, await treeOf(tree, placed), { size: newest.size, goesOn })
  if (read === undefined) return 'stopped'
  expectSame(headOf(read.edge), newest, `the log has not the ${newest.size} events that were signed`)
  const signed = { ...newest, position: read.position }
  await head.advance(signed)
  return signed
}

/**
 * What the log has behind the head that was signed. Events that were moved, and a cure of that, leave a head whose place is
 * another one: the log is read from its beginning then, and what it has there is what was signed, or nothing is.
 */
export async function readOn(
  { log, tree, head }: SignedDeps,
  signed: SignedTree | undefined,
  { made, goesOn }: { readonly made: TreeHead; readonly goesOn: () => boolean },
): Promise<ReadTree | undefined> {
  const { size } = made
  const read = await readTree(log, await treeOf(tree, signed), { size, goesOn })
  if (read === undefined || signed === undefined || isSame(headOf(read.edge), made)) return read
  const first = await readTree(log, NOTHING_READ, { size: signed.size, goesOn })
  if (first === undefined) return undefined
  expectSame(headOf(first.edge), signed, `the log has not the ${signed.size} events that were signed`)
  const kept = await head.read()
  if (kept !== undefined && isSame(kept, signed)) await head.replace({ ...kept, position: first.position })
  return readTree(log, first, { size, goesOn })
}

/** The tables give no more than the edge, which the root of what was signed proves. @throws TileDamaged */
async function treeOf(tree: TreeStore, signed: SignedTree | undefined): Promise<ReadTree> {
  if (signed === undefined) return NOTHING_READ
  const edge = await tree.edgeAt(signed.size)
  expectSame(headOf(edge), signed, `the tree has not what was signed of ${signed.size} events`)
  return { edge, position: signed.position }
}

export function expectSame(one: TreeHead, other: TreeHead, otherwise: string): void {
  if (!isSame(one, other)) throw new TreeDiffers(otherwise)
}

const isSame = (one: TreeHead, other: TreeHead): boolean =>
  one.size === other.size && one.root.equals(other.root)

export const headIn = ({ size, root }: TreeHead): TreeHead => ({ size, root })

/** @throws TreeDiffers */
export async function expectContinued(tree: TreeStore, first: TreeHead, head: TreeHead): Promise<void> {
  if (first.size === 0) return
  if (first.size > head.size)
    throw new TreeDiffers(`the tree has ${head.size} leaves, and ${first.size} were sealed`)
  const proof = await tree.hashesOf(consistencyRanges(first.size, head.size))
  if (!isConsistent(headIn(first), head, proof))
    throw new TreeDiffers(`the tree of ${head.size} leaves does not continue the seal of ${first.size}`)
}
