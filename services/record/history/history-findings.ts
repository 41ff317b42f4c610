import type { NotPlain, Position, StoredEvent } from '@app/contracts/event-store.ts'
import type { Hash } from '../tree/merkle-tree.ts'

/** A leaf as the tables of the tree have it. */
export interface RecordedLeaf {
  readonly position: Position
  readonly hash: Hash
}

export type EventPlace = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position'>

export type HistoryFinding =
  /** An event is not what was sealed at its place. */
  | { readonly kind: 'changed'; readonly event: EventPlace }
  /** Its bytes are no event, now or since it was appended: the product has a leaf for it, and nobody can read it. */
  | { readonly kind: 'unreadable'; readonly position: Position }
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
  /** The same of the head that lies beside the key of this installation. */
  | { readonly kind: 'head-cut'; readonly size: number; readonly sealed: number }
  | { readonly kind: 'head-rewritten'; readonly sealed: number }
  /** That head was signed minutes ago, and its seal, which is appended next, is not in the log. */
  | { readonly kind: 'head-unsealed'; readonly sealed: number; readonly sealedAt: string }
  /** A seal does not follow the one before it: one between them is missing. */
  | { readonly kind: 'seal-dropped'; readonly position: Position }
  | { readonly kind: 'foreign-signature'; readonly position: Position }
  /** The store's owner closed a stream: the product cannot read or append to it. */
  | { readonly kind: 'stream-closed'; readonly stream: string }
  /** An event is stored where no read of the log returns it. */
  | { readonly kind: 'misplaced'; readonly event: EventPlace }
  /** Its revision is not the next one of its stream in the order of the log: reads of the two give different histories. */
  | { readonly kind: 'disordered'; readonly event: EventPlace }
  /** No event stands between them, in a store that leaves out none: an append after the second goes on behind it. */
  | { readonly kind: 'gap'; readonly after: Position; readonly before: Position }
  /** What it answers need not be what it has. */
  | ({ readonly kind: 'not-plain' } & NotPlain)
  /** The store has so many rows more than reads return: without a position, or several at one. */
  | { readonly kind: 'unread'; readonly rows: number }
  /** Its size or its time is not beyond that of the seal before it: it was appended again. */
  | { readonly kind: 'seal-not-grown'; readonly position: Position }
  /** No seal covers events that the log has had for minutes: nothing is sealed, or the product was stopped. */
  | { readonly kind: 'unsealed'; readonly events: number; readonly first: EventPlace; readonly since: Date }
  /** A key that neither the key before it nor this installation has named. */
  | { readonly kind: 'foreign-key'; readonly position: Position }

/** As many as a person can look at; a log that differs in more is judged as a whole. */
export const FINDINGS_MAX = 1_000
/** Of seals, of the end and of the store, of each kind: whoever may append makes any number of some, and hides no other. */
export const FINDINGS_OF_A_KIND_MAX = 100

/** An event at its index in the log, or a leaf at its index in the tree's tables. */
interface Placed {
  readonly index: number
}

export type Findings = ReturnType<typeof createFindings>

/** @param isSealed a seal covers the leaf: what differs there may be the fault of the tables alone */
export function createFindings(isSealed: (index: number) => boolean) {
  let ofSealed = createList()
  const [unreadable, behind] = [createList(), createList()]
  const ofSeals = new Map<HistoryFinding['kind'], List>()
  const lists = (): readonly List[] => [unreadable, ofSealed, behind, ...ofSeals.values()]
  /** Changed events by the hash that was sealed at their place, until one with that content turns up elsewhere. */
  const misplaced = new Map<
    string,
    { readonly has: string; readonly event: EventPlace; readonly replace: (finding: HistoryFinding) => void }
  >()
  const listAt = ({ index }: Placed): List => (isSealed(index) ? ofSealed : behind)

  function addChanged(
    { event, index }: Placed & { readonly event: EventPlace },
    { was, has }: { readonly was: Hash; readonly has: Hash },
  ): void {
    const [before, now] = [was.toString('hex'), has.toString('hex')]
    const other = misplaced.get(now)
    if (other?.has === before) {
      misplaced.delete(now)
      other.replace({ kind: 'swapped', events: [other.event, event] })
      return
    }
    const replace = listAt({ index }).add({ kind: 'changed', event })
    if (replace !== undefined) misplaced.set(before, { has: now, event, replace })
  }

  return {
    /** Of a seal, of the end of the log, or of the store. */
    addOfSeals: (finding: HistoryFinding): void => {
      const list = ofSeals.get(finding.kind) ?? createList(FINDINGS_OF_A_KIND_MAX)
      ofSeals.set(finding.kind, list)
      list.add(finding)
    },
    /** Wherever it stands, under a seal or behind the tree. */
    addUnreadable: (position: Position): void => void unreadable.add({ kind: 'unreadable', position }),
    addAt: (place: Placed, finding: HistoryFinding): void => void listAt(place).add(finding),
    addChanged,
    /** The log is as it was sealed: what differs there are the tables. @returns how often */
    dropSealed: (): number => {
      const dropped = ofSealed.count()
      ofSealed = createList()
      return dropped
    },
    all: (): readonly HistoryFinding[] => lists().flatMap((list) => list.all()),
    isCutShort: (): boolean => lists().some((list) => list.isCutShort()),
  }
}

type List = ReturnType<typeof createList>

function createList(max = FINDINGS_MAX) {
  const found: HistoryFinding[] = []
  let count = 0
  return {
    /** @returns replaces it by another finding; undefined when it is no longer listed */
    add: (finding: HistoryFinding): ((other: HistoryFinding) => void) | undefined => {
      count += 1
      if (found.length === max) return undefined
      const at = found.push(finding) - 1
      return (other) => {
        found[at] = other
      }
    },
    all: (): readonly HistoryFinding[] => found,
    count: (): number => count,
    isCutShort: (): boolean => count > max,
  }
}
