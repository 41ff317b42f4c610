import {
  START,
  type EventStore,
  type LogInspection,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { leafOf } from '../leaf.ts'
import type { Checkpoint } from '../checkpoint.ts'
import { compareLeaves, type EventLeaf } from './compare-leaves.ts'
import type { HistoryEvent } from './history-events.ts'
import {
  createFindings,
  type EventPlace,
  type Finding,
  type Findings,
  type RecordedLeaf,
} from './history-findings.ts'
import { leafHash, type Hash } from '../tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf, type TreeEdge } from '../tree/tiles.ts'

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
  readonly events: AsyncIterable<readonly HistoryEvent[]>
  /** All leaves of the tree's tables, in order, a page at a time. */
  readonly leaves: AsyncIterable<readonly RecordedLeaf[]>
  readonly seals: readonly RecordedSeal[]
  readonly inspect: EventStore['inspect']
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
  inspect,
  anchor,
}: HistorySources): Promise<HistoryVerdict> {
  const sealed = seals.at(-1)?.size ?? 0
  const findings = createFindings(sealed)
  const sizes = new Set([...seals.map(({ size }) => size), ...(anchor === undefined ? [] : [anchor.size])])
  const [ofLog, ofTables] = [createRoots(sizes), createRoots(sizes)]
  let last = START
  const read = eventLeaves(events, (position) => (last = position))
  await compareLeaves(ofLog.counted(read), ofTables.counted(leaves), findings)
  const isAsSealed = seals.every(({ size, root }) => ofLog.rootAt(size)?.equals(root))
  const tableFaults = isAsSealed ? findings.dropSealed() : 0
  judgeSeals(seals, { ofLog, ofTables, findings })
  judgeStore(await inspect(last), { ofLog, findings })
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

async function* eventLeaves(
  pages: HistorySources['events'],
  onRead: (last: Position) => void,
): AsyncGenerator<readonly EventLeaf[], void> {
  for await (const page of pages) {
    const last = page.at(-1)
    if (last !== undefined) onRead(last.position)
    yield page.map(eventLeafOf)
  }
}

function eventLeafOf(event: HistoryEvent): EventLeaf {
  const { position } = event
  try {
    if (!('fault' in event)) return { position, hash: leafHash(leafOf(event)), event: placeOf(event) }
  } catch {
    // JSON that is nested too deeply for any reader of it.
  }
  // Canonical JSON begins with a brace: no event has this leaf.
  return { position, hash: leafHash(Buffer.from(`unreadable ${position}`)), event: undefined }
}

const placeOf = ({ id, type, stream, revision, position }: StoredEvent): EventPlace => ({
  id,
  type,
  stream,
  revision,
  position,
})

/** The roots of a growing tree at certain sizes. */
function createRoots(sizes: ReadonlySet<number>) {
  const roots = new Map<number, Hash>()
  let edge: TreeEdge = EMPTY_EDGE
  let coming: Hash[] = []

  function take(): void {
    edge = extended(edge, coming).edge
    coming = []
  }

  function add(hash: Hash): void {
    coming.push(hash)
    const size = edge.size + coming.length
    if (!sizes.has(size) && coming.length < LEAVES_AT_ONCE) return
    take()
    if (sizes.has(size)) roots.set(size, headOf(edge).root)
  }

  async function* counted<Leaf extends { readonly hash: Hash }>(
    pages: AsyncIterable<readonly Leaf[]>,
  ): AsyncGenerator<readonly Leaf[], void> {
    for await (const page of pages) {
      for (const { hash } of page) add(hash)
      yield page
    }
  }

  return {
    /** Passes leaves on, once they are in the tree. */
    counted,
    rootAt: (size: number): Hash | undefined => roots.get(size),
    size: (): number => edge.size + coming.length,
  }
}

type Roots = ReturnType<typeof createRoots>

const LEAVES_AT_ONCE = 4_096

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
    if (!seal.isSigned) findings.addOfSeals({ kind: 'foreign-signature', position: seal.position })
    const isNext = before === undefined ? seal.previous === undefined : seal.previous?.equals(before.root)
    if (isNext !== true) findings.addOfSeals({ kind: 'seal-dropped', position: seal.position })
    const isRoot = (roots: Roots): boolean => roots.rootAt(seal.size)?.equals(seal.root) ?? false
    if (isRoot(ofLog) || isRoot(ofTables)) fits = seal.size
    // Every later seal covers these leaves too, so that only the first one says where.
    else if (!isNamed) {
      findings.addOfSeals({ kind: 'changed-with-leaf', from: fits, to: seal.size })
      isNamed = true
    }
    before = seal
  }
}

function judgeStore({ closedStreams, misplaced, rows }: LogInspection, { ofLog, findings }: Judging): void {
  for (const stream of closedStreams) findings.addOfSeals({ kind: 'stream-closed', stream })
  for (const event of misplaced) findings.addOfSeals({ kind: 'misplaced', event })
  const unread = rows === undefined ? 0 : rows - misplaced.length - ofLog.size()
  if (unread !== 0) findings.addOfSeals({ kind: 'unread', rows: unread })
}

function judgeAnchor(anchor: Checkpoint, { ofLog, findings }: Judging): boolean {
  if (anchor.size > ofLog.size()) {
    findings.addOfSeals({ kind: 'tail-cut', size: ofLog.size(), sealed: anchor.size })
    return false
  }
  const isSame = anchor.size === 0 || (ofLog.rootAt(anchor.size)?.equals(anchor.root) ?? false)
  if (!isSame) findings.addOfSeals({ kind: 'tail-rewritten', sealed: anchor.size })
  return isSame
}
