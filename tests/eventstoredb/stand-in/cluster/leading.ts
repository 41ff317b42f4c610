import type { Commits } from '../commits.ts'
import type { Epoch, Log } from '../log.ts'
import type { Message, Peers } from './peers.ts'

/** A leader's record of a follower. */
interface Follower {
  /** The position of the next bytes to send; undefined until it has joined. */
  next: number | undefined
  written: number
  heardMs: number
}

export interface Leading {
  /** Sends new records, or a heartbeat. */
  readonly share: (isHeartbeat: boolean) => void
  readonly take: (from: number, message: Message) => void
  /** Whether a majority has answered recently, by a clock that runs while the process is frozen. */
  readonly hasMajority: () => boolean
}

const BYTES_AT_ONCE = 1024 * 1024
const BYTES_UNDER_WAY_MAX = 8 * 1024 * 1024
/** Shorter than the others' election timeout, so that two leaders never answer at the same time. */
const LEASE_MS = 1_700

interface Leader {
  readonly log: Log
  readonly commits: Commits
  readonly peers: Pick<Peers, 'send'>
  readonly round: number
  readonly others: readonly number[]
  /** The start of its own records. Earlier records are committed with the first of them. */
  readonly epochPosition: number
}

/** Replicates a leader's records, which are committed once a majority has written them. */
export function startLeading({ log, commits, peers, round, others, epochPosition }: Leader): Leading {
  const now = performance.now()
  const followers = new Map<number, Follower>(
    others.map((other) => [other, { next: undefined, written: 0, heardMs: now }]),
  )
  const majority = Math.floor((others.length + 1) / 2)

  function shareWith(to: number, follower: Follower, isHeartbeat: boolean): void {
    const committedEnd = log.committedEnd()
    const entries = { round, kind: 'entries', committedEnd } as const
    let isSaid = false
    while (
      follower.next !== undefined &&
      follower.next < log.end() &&
      follower.next - follower.written < BYTES_UNDER_WAY_MAX
    ) {
      const bytes = log.read(follower.next, wholeRecords(log, follower.next))
      peers.send(to, { ...entries, from: follower.next, bytes })
      follower.next += bytes.length
      isSaid = true
    }
    if (isHeartbeat && !isSaid) peers.send(to, { ...entries, from: follower.next, bytes: new Uint8Array() })
  }
  function share(isHeartbeat: boolean): void {
    for (const [to, follower] of followers) shareWith(to, follower, isHeartbeat)
  }
  function commitWhatMostHave(): void {
    const ends = [...followers.values()].map(({ written }) => written).sort((a, b) => b - a)
    const end = ends[majority - 1]!
    if (end > epochPosition && end > log.committedEnd()) commits.commit(end)
  }
  return {
    share,
    take: (from, message) => {
      const follower = followers.get(from)
      if (follower === undefined) return
      follower.heardMs = performance.now()
      if (message.kind === 'join') {
        const end = commonEnd(log, message)
        follower.next = end < message.end ? undefined : end
        follower.written = end
        if (end < message.end) return peers.send(from, { round, kind: 'truncate', end })
      } else if (message.kind === 'written') follower.written = message.end
      commitWhatMostHave()
      shareWith(from, follower, false)
    },
    hasMajority: () => {
      const heard = [...followers.values()].map(({ heardMs }) => heardMs).sort((a, b) => b - a)
      return performance.now() - heard[majority - 1]! < LEASE_MS
    },
  }
}

/** The number of bytes from a record's start that end with a record. */
function wholeRecords(log: Log, from: number): number {
  if (log.end() - from <= BYTES_AT_ONCE) return log.end() - from
  const first = log.records.firstAtOrAfter(from)
  const next = log.records.firstAtOrAfter(from + BYTES_AT_ONCE)
  return log.records.position(Math.max(first + 1, next - 1)) - from
}

/** The end of the common part of both logs, which is the end of their last common epoch. */
function commonEnd(
  log: Pick<Log, 'epochs' | 'end'>,
  other: { readonly epochs: readonly Epoch[]; readonly end: number },
): number {
  const shared = other.epochs.findLastIndex((epoch) => indexOf(log.epochs, epoch) !== -1)
  if (shared === -1) return 0
  const ours = indexOf(log.epochs, other.epochs[shared]!)
  return Math.min(
    log.epochs[ours + 1]?.position ?? log.end(),
    other.epochs[shared + 1]?.position ?? other.end,
  )
}

const indexOf = (epochs: readonly Epoch[], { number, position }: Epoch): number =>
  epochs.findIndex((epoch) => epoch.number === number && epoch.position === position)
