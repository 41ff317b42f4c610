import type { Position, StoredEvent } from '@app/contracts/event-store.ts'
import { createFindings, type EventPlace, type Finding, type Findings } from './findings.ts'
import { leafOf } from './leaf.ts'
import type { Checkpoint } from './checkpoint.ts'
import { leafHash, type Hash } from './tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf, type TreeEdge } from './tree/tiles.ts'

/** A leaf as the tables of the tree have it. */
export interface RecordedLeaf {
  readonly position: Position
  readonly hash: Hash
}

/** A seal of the log, in the order of its stream. */
export interface RecordedSeal extends Checkpoint {
  /** Of the event that has it. */
  readonly position: Position
  /** The root that it names as that of the seal before it. */
  readonly previous: Hash | undefined
  /** A key that the verifier knows has signed it. */
  readonly isSigned: boolean
}

export interface HistoryVerdict {
  readonly findings: readonly Finding[]
  /** More differ than are listed. */
  readonly isCutShort: boolean
  readonly events: number
  /** Leaves that the last seal covers; events behind it are not sealed yet. */
  readonly sealed: number
  /** How often the tree's tables differ where the log is as it was sealed: make them again, nothing is lost. */
  readonly tableFaults: number
  /** The log continues the checkpoint that was kept elsewhere; undefined without one. */
  readonly continuesAnchor: boolean | undefined
}

export interface HistorySources {
  /** All events of the log, in order, a page at a time. */
  readonly events: AsyncIterable<readonly StoredEvent[]>
  /** All leaves of the tree's tables, in order, a page at a time. */
  readonly leaves: AsyncIterable<readonly RecordedLeaf[]>
  readonly seals: readonly RecordedSeal[]
  /** A checkpoint that was kept elsewhere, its signature checked. */
  readonly anchor?: Checkpoint
}

/**
 * Compares the log, the tables of its tree and its seals, in one pass over each. Integrity (what is there is what was
 * signed) is judged by the log's own leaves; where they do not fit, the tables tell which event it is, and where those
 * were changed too, the seals tell between which leaves. That the end is complete, only a checkpoint from elsewhere tells.
 */
export async function verifyHistory({
  events,
  leaves,
  seals,
  anchor,
}: HistorySources): Promise<HistoryVerdict> {
  const findings = createFindings()
  const sizes = new Set([...seals.map(({ size }) => size), ...(anchor === undefined ? [] : [anchor.size])])
  const [ofLog, ofTables] = [createRoots(sizes), createRoots(sizes)]
  const recorded = createReader(leaves, ofTables)
  const sealed = seals.at(-1)?.size ?? 0
  let sealedTo: Position | undefined
  for await (const page of events)
    for (const event of page) {
      const hash = leafHash(leafOf(event))
      ofLog.add(hash)
      if (ofLog.size() === sealed) sealedTo = event.position
      await compare(event, hash, { recorded, findings })
    }
  for (let rest = await recorded.next(); rest !== undefined; rest = await recorded.next())
    findings.add({ kind: 'removed', position: rest.position })
  const isAsSealed = seals.every(({ size, root }) => ofLog.rootAt(size)?.equals(root))
  const tableFaults = isAsSealed && sealedTo !== undefined ? findings.dropUpTo(sealedTo) : 0
  judgeSeals(seals, { ofLog, ofTables, findings })
  const continuesAnchor = anchor && judgeAnchor(anchor, { ofLog, findings })
  return {
    findings: findings.all(),
    isCutShort: findings.isCutShort(),
    events: ofLog.size(),
    sealed,
    tableFaults,
    continuesAnchor,
  }
}

/** The roots of a growing tree at certain sizes. */
function createRoots(sizes: ReadonlySet<number>) {
  const roots = new Map<number, Hash>()
  let edge: TreeEdge = EMPTY_EDGE
  let coming: Hash[] = []

  function take(): void {
    edge = extended(edge, coming).edge
    coming = []
  }

  return {
    add: (hash: Hash): void => {
      coming.push(hash)
      const size = edge.size + coming.length
      if (!sizes.has(size) && coming.length < LEAVES_AT_ONCE) return
      take()
      if (sizes.has(size)) roots.set(size, headOf(edge).root)
    },
    rootAt: (size: number): Hash | undefined => roots.get(size),
    size: (): number => edge.size + coming.length,
  }
}

type Roots = ReturnType<typeof createRoots>

const LEAVES_AT_ONCE = 4_096

/** One leaf after the other; each counts for the roots when it is read. */
function createReader(pages: AsyncIterable<readonly RecordedLeaf[]>, roots: Roots) {
  const iterator = pages[Symbol.asyncIterator]()
  let page: readonly RecordedLeaf[] = []
  let place = 0

  async function peek(): Promise<RecordedLeaf | undefined> {
    while (place >= page.length) {
      const { done = false, value } = await iterator.next()
      if (done) return undefined
      page = value as readonly RecordedLeaf[]
      place = 0
    }
    return page[place]
  }

  async function next(): Promise<RecordedLeaf | undefined> {
    const leaf = await peek()
    if (leaf === undefined) return undefined
    place += 1
    roots.add(leaf.hash)
    return leaf
  }

  return { peek, next }
}

interface Comparing {
  readonly recorded: ReturnType<typeof createReader>
  readonly findings: Findings
}

async function compare(event: StoredEvent, hash: Hash, { recorded, findings }: Comparing): Promise<void> {
  let leaf = await recorded.peek()
  while (leaf !== undefined && leaf.position < event.position) {
    findings.add({ kind: 'removed', position: leaf.position })
    await recorded.next()
    leaf = await recorded.peek()
  }
  // Behind the last leaf: the tree has not read it yet.
  if (leaf === undefined) return
  if (leaf.position > event.position) {
    findings.add({ kind: 'added', event: placeOf(event) })
    return
  }
  await recorded.next()
  if (!leaf.hash.equals(hash)) findings.addChanged(placeOf(event), { was: leaf.hash, has: hash })
}

const placeOf = ({ id, type, stream, revision, position }: StoredEvent): EventPlace => ({
  id,
  type,
  stream,
  revision,
  position,
})

interface Judging {
  readonly ofLog: Roots
  readonly findings: Findings
}

function judgeSeals(
  seals: readonly RecordedSeal[],
  { ofLog, ofTables, findings }: Judging & { readonly ofTables: Roots },
): void {
  let before: RecordedSeal | undefined
  let fits = 0
  let isNamed = false
  for (const seal of seals) {
    if (!seal.isSigned) findings.add({ kind: 'foreign-signature', position: seal.position })
    const isNext = before === undefined ? seal.previous === undefined : seal.previous?.equals(before.root)
    if (isNext !== true) findings.add({ kind: 'seal-dropped', position: seal.position })
    const isRoot = (roots: Roots): boolean => roots.rootAt(seal.size)?.equals(seal.root) ?? false
    if (isRoot(ofLog) || isRoot(ofTables)) fits = seal.size
    // Every later seal covers these leaves too, so that only the first one says where.
    else if (!isNamed) {
      findings.add({ kind: 'changed-with-leaf', from: fits, to: seal.size })
      isNamed = true
    }
    before = seal
  }
}

function judgeAnchor(anchor: Checkpoint, { ofLog, findings }: Judging): boolean {
  if (anchor.size > ofLog.size()) {
    findings.add({ kind: 'tail-cut', size: ofLog.size(), sealed: anchor.size })
    return false
  }
  const isSame = anchor.size === 0 || (ofLog.rootAt(anchor.size)?.equals(anchor.root) ?? false)
  if (!isSame) findings.add({ kind: 'tail-rewritten', sealed: anchor.size })
  return isSame
}
