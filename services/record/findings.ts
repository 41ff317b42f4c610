import type { Position, StoredEvent } from '@app/contracts/event-store.ts'
import type { Hash } from './tree/merkle-tree.ts'

export type EventPlace = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position'>

export type Finding =
  /** An event is not what was sealed at its place. */
  | { readonly kind: 'changed'; readonly event: EventPlace }
  /** An event that was sealed is not in the log any more. */
  | { readonly kind: 'removed'; readonly position: Position }
  /** An event stands where none was sealed. */
  | { readonly kind: 'added'; readonly event: EventPlace }
  | { readonly kind: 'swapped'; readonly events: readonly [EventPlace, EventPlace] }
  /** Among these leaves something is not what was signed, and the tree's tables were changed with it. */
  | { readonly kind: 'changed-with-leaf'; readonly from: number; readonly to: number }
  /** The log is shorter than a checkpoint that was kept elsewhere. */
  | { readonly kind: 'tail-cut'; readonly size: number; readonly sealed: number }
  /** The log has a checkpoint's size, and is not what it signed: the end was written again, seals included. */
  | { readonly kind: 'tail-rewritten'; readonly sealed: number }
  /** A seal does not follow the one before it: one between them is missing. */
  | { readonly kind: 'seal-dropped'; readonly position: Position }
  | { readonly kind: 'foreign-signature'; readonly position: Position }

/** As many as a person can look at; a log that differs in more is judged as a whole. */
export const FINDINGS_MAX = 1_000

const positionIn = (finding: Finding): Position | undefined => {
  if ('event' in finding) return finding.event.position
  if ('events' in finding) return finding.events[1].position
  return 'position' in finding ? finding.position : undefined
}

export function createFindings() {
  let found: Finding[] = []
  /** Changed events by the hash that was sealed at their place, until one with that content turns up elsewhere. */
  const misplaced = new Map<
    string,
    { readonly has: string; readonly at: number; readonly event: EventPlace }
  >()
  let isCutShort = false

  function add(finding: Finding): void {
    if (found.length < FINDINGS_MAX) found.push(finding)
    else isCutShort = true
  }

  function addChanged(event: EventPlace, { was, has }: { readonly was: Hash; readonly has: Hash }): void {
    const [before, now] = [was.toString('hex'), has.toString('hex')]
    const other = misplaced.get(now)
    if (other?.has === before) {
      misplaced.delete(now)
      found[other.at] = { kind: 'swapped', events: [other.event, event] }
      return
    }
    if (found.length < FINDINGS_MAX) misplaced.set(before, { has: now, at: found.length, event })
    add({ kind: 'changed', event })
  }

  /** @returns how many were dropped */
  function dropUpTo(position: Position): number {
    const kept = found.filter((finding) => (positionIn(finding) ?? position) > position)
    const dropped = found.length - kept.length
    found = kept
    return dropped
  }

  return { add, addChanged, dropUpTo, all: () => found, isCutShort: () => isCutShort }
}

export type Findings = ReturnType<typeof createFindings>
