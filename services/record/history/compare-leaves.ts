import type { Position } from '@app/contracts/event-store.ts'
import type { EventPlace, Findings, RecordedLeaf } from './history-findings.ts'
import { createAhead, differenceOf, sameLeaves, type Leaf } from './leaves-ahead.ts'

export interface EventLeaf extends Leaf {
  readonly position: Position
  /** Undefined when it cannot be read, and is named for that. */
  readonly event: EventPlace | undefined
  readonly recordedAt?: Date | undefined
}

interface Comparing {
  readonly log: ReturnType<typeof createAhead<EventLeaf>>
  readonly tables: ReturnType<typeof createAhead<RecordedLeaf>>
  readonly findings: Findings
}

/** Finds the leaves of the log that differ from those of the tree's tables. */
export async function compareLeaves(
  events: AsyncIterable<readonly EventLeaf[]>,
  leaves: AsyncIterable<readonly RecordedLeaf[]>,
  findings: Findings,
): Promise<void> {
  const [log, tables] = [createAhead(events), createAhead(leaves)]
  const comparing = { log, tables, findings }
  for (;;) {
    await log.fill()
    await tables.fill()
    const same = sameLeaves(log, tables)
    const [event, leaf] = [log.all()[same], tables.all()[same]]
    log.take(same)
    tables.take(same)
    if (event !== undefined && leaf !== undefined) compareNext(comparing, event, leaf)
    // Behind the last leaf: the tree has not read it yet.
    else if (event !== undefined) log.take(log.all().length)
    else if (leaf !== undefined) removed(comparing, tables.all().length)
    else if (same === 0) return
  }
}

function compareNext(comparing: Comparing, event: EventLeaf, leaf: RecordedLeaf): void {
  const { log, tables, findings } = comparing
  const difference = differenceOf(log, tables)
  if (difference.kind === 'removed') return removed(comparing, difference.count)
  if (difference.kind === 'added') return added(comparing, difference.count)
  const index = log.taken()
  log.take(1)
  tables.take(1)
  if (event.event !== undefined)
    findings.addChanged({ index, event: event.event }, { was: leaf.hash, has: event.hash })
}

function removed({ tables, findings }: Comparing, count: number): void {
  const first = tables.taken()
  for (const [nth, { position }] of tables.take(count).entries())
    findings.addAt({ index: first + nth }, { kind: 'removed', position })
}

function added({ log, findings }: Comparing, count: number): void {
  const first = log.taken()
  for (const [nth, { event }] of log.take(count).entries())
    if (event !== undefined) findings.addAt({ index: first + nth }, { kind: 'added', event })
}
