import {
  START,
  type EventStore,
  type LogInspection,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import type { Hash, TreeHead } from '../tree/merkle-tree.ts'
import { compareLeaves, type EventLeaf } from './compare-leaves.ts'
import { readLeaf, type LoggedEvent } from '../unreadable-events.ts'
import {
  createFindings,
  type EventPlace,
  type HistoryFinding,
  type Findings,
  type RecordedLeaf,
} from './history-findings.ts'
import { createSealJudge, type SealsVerdict } from './judge-seals.ts'
import type { SealRecord } from './seal-records.ts'

export interface HistoryVerdict {
  readonly findings: readonly HistoryFinding[]
  /** More differ than are listed. */
  readonly isCutShort: boolean
  readonly events: number
  /** Leaves that the last seal covers; events behind it are not sealed yet. */
  readonly sealed: number
  /** How often the tree's tables differ where the log is as it was sealed: make them again, nothing is lost. */
  readonly tableFaults: number
  /** The log continues the checkpoint that was kept elsewhere; undefined without one. */
  readonly continuesAnchor: boolean | undefined
  /** The same of the head beside the key. */
  readonly continuesHead: boolean | undefined
  readonly keyChanges: SealsVerdict['keyChanges']
  readonly givenUp: SealsVerdict['givenUp']
}

export interface HistorySources {
  /** All events of the log, in order, a page at a time. */
  readonly events: AsyncIterable<readonly LoggedEvent[]>
  /** All leaves of the tree's tables, in order, a page at a time. */
  readonly leaves: AsyncIterable<readonly RecordedLeaf[]>
  /** What the log says about its seals, in order, a page at a time. */
  readonly seals: AsyncIterable<readonly SealRecord[]>
  readonly inspect: EventStore['inspect']
  /** A checkpoint that was kept elsewhere, its signature checked. */
  readonly anchor?: TreeHead | undefined
  /** What was signed last, as it lies beside the key. */
  readonly head?: (TreeHead & { readonly sealedAt: string }) | undefined
  /** Undefined where nothing is sealed. */
  readonly now?: (() => Date) | undefined
}

/** A seal is due within a minute, and an older log or a busy machine takes longer. */
export const SEALED_WITHIN_MS = 5 * 60_000

/**
 * Compares the log, the tables of its tree and its seals, in one pass over each and as they are read. Integrity (what is there is what was
 * signed) is judged by the log's own leaves; where they do not fit, the tables tell which event it is, and where those
 * were changed too, the seals tell between which leaves. That the end is complete, only a checkpoint from elsewhere tells.
 */
export async function verifyHistory({
  events,
  leaves,
  seals,
  inspect,
  anchor,
  head,
  now,
}: HistorySources): Promise<HistoryVerdict> {
  const findings: Findings = createFindings((index) => judge.covers(index))
  const judge = createSealJudge(seals, findings)
  const kept = createRoots([anchor, head])
  const isLate = createIsLate(now)
  const unsealed = createUnsealed(judge.covers, isLate)
  let last = START
  const log = judge.compared(
    'log',
    eventLeaves(events, { findings, onRead: (position) => (last = position) }),
    kept.onSize,
  )
  await compareLeaves(unsealed.watched(log), judge.compared('tables', leaves), findings)
  judgeStore(await inspect(last), { findings, size: kept.size() })
  const { sealed, isAsSealed, keyChanges, givenUp } = await judge.verdict()
  const tableFaults = isAsSealed ? findings.dropSealed() : 0
  for (const finding of unsealed.findings()) findings.addOfSeals(finding)
  const continues = judgeKept(
    { anchor, head },
    { findings, kept, isUnsealed: (size, at) => size > sealed && isLate(at) },
  )
  return {
    findings: findings.all(),
    isCutShort: findings.isCutShort(),
    events: kept.size(),
    sealed,
    tableFaults,
    continuesAnchor: continues.anchor,
    continuesHead: continues.head,
    keyChanges,
    givenUp,
  }
}

interface JudgingKept {
  readonly findings: Findings
  readonly kept: ReturnType<typeof createRoots>
  readonly isUnsealed: (size: number, at: Date) => boolean
}

/** @returns whether the log continues them */
function judgeKept(
  { anchor, head }: Pick<HistorySources, 'anchor' | 'head'>,
  { findings, kept, isUnsealed }: JudgingKept,
): { readonly anchor: boolean | undefined; readonly head: boolean | undefined } {
  const continues = { anchor: anchor && kept.continues(anchor), head: head && kept.continues(head) }
  if (anchor !== undefined && !continues.anchor)
    findings.addOfSeals(
      anchor.size > kept.size()
        ? { kind: 'tail-cut', size: kept.size(), sealed: anchor.size }
        : { kind: 'tail-rewritten', sealed: anchor.size },
    )
  if (head !== undefined && !continues.head)
    findings.addOfSeals(
      head.size > kept.size()
        ? { kind: 'head-cut', size: kept.size(), sealed: head.size }
        : { kind: 'head-rewritten', sealed: head.size },
    )
  else if (head !== undefined && isUnsealed(head.size, new Date(head.sealedAt)))
    findings.addOfSeals({ kind: 'head-unsealed', sealed: head.size, sealedAt: head.sealedAt })
  return continues
}

/** Of the log, at the sizes of the heads that lie elsewhere. */
function createRoots(heads: readonly (TreeHead | undefined)[]) {
  const sizes = new Set(heads.map((head) => head?.size))
  const roots = new Map<number, Hash>()
  let last = 0
  return {
    onSize: (size: number, root: () => Hash): void => {
      last = size
      if (sizes.has(size)) roots.set(size, root())
    },
    size: (): number => last,
    continues: ({ size, root }: TreeHead): boolean => size === 0 || roots.get(size)?.equals(root) === true,
  }
}

/**
 * Whether what was made then is under a seal by now. Whoever has the database can also write a time of later, which no
 * event has, not even one of a server whose clock is a little ahead.
 */
function createIsLate(now: HistorySources['now']): (at: Date) => boolean {
  if (now === undefined) return () => false
  const before = now().getTime() - SEALED_WITHIN_MS
  return (at) => at.getTime() < before || at.getTime() > now().getTime() + SEALED_WITHIN_MS
}

/** Seals themselves wait for the next event. */
function createUnsealed(isSealed: (index: number) => boolean, isLate: (at: Date) => boolean) {
  let [size, events] = [0, 0]
  let oldest: { readonly first: EventPlace; readonly since: Date } | undefined

  function take({ event, recordedAt }: EventLeaf): void {
    const isDue = event !== undefined && event.stream !== LOG_SEALS_STREAM && !isSealed(size)
    if (isDue && recordedAt !== undefined && isLate(recordedAt)) {
      events += 1
      oldest ??= { first: event, since: recordedAt }
    }
    size += 1
  }

  return {
    watched: async function* (
      pages: AsyncIterable<readonly EventLeaf[]>,
    ): AsyncGenerator<readonly EventLeaf[], void> {
      for await (const page of pages) {
        for (const leaf of page) take(leaf)
        yield page
      }
    },
    findings: (): readonly HistoryFinding[] =>
      oldest === undefined ? [] : [{ kind: 'unsealed', events, ...oldest }],
  }
}

async function* eventLeaves(
  pages: HistorySources['events'],
  { findings, onRead }: { readonly findings: Findings; readonly onRead: (last: Position) => void },
): AsyncGenerator<readonly EventLeaf[], void> {
  for await (const page of pages) {
    const last = page.at(-1)
    if (last !== undefined) onRead(last.position)
    const read = page.map(eventLeafOf)
    for (const { event, position } of read) if (event === undefined) findings.addUnreadable(position)
    yield read
  }
}

function eventLeafOf(event: LoggedEvent): EventLeaf {
  const { hash, read } = readLeaf(event)
  return { position: event.position, hash, event: read && placeOf(read), recordedAt: read?.recordedAt }
}

const placeOf = ({ id, type, stream, revision, position }: StoredEvent): EventPlace => ({
  id,
  type,
  stream,
  revision,
  position,
})

interface Judging {
  readonly findings: Findings
  /** Events that were read. */
  readonly size: number
}

function judgeStore(
  { closedStreams, misplaced, disordered, gaps, notPlain, rows }: LogInspection,
  { findings, size }: Judging,
): void {
  for (const stream of closedStreams) findings.addOfSeals({ kind: 'stream-closed', stream })
  for (const event of misplaced) findings.addOfSeals({ kind: 'misplaced', event })
  for (const event of disordered) findings.addOfSeals({ kind: 'disordered', event })
  for (const gap of gaps) findings.addOfSeals({ kind: 'gap', ...gap })
  for (const one of notPlain) findings.addOfSeals({ kind: 'not-plain', ...one })
  const unread = rows === undefined ? 0 : rows - misplaced.length - size
  if (unread !== 0) findings.addOfSeals({ kind: 'unread', rows: unread })
}
