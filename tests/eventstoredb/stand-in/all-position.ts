import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Log } from './log.ts'
import type { LoggedRecord } from './record-format.ts'

/** Where in $all a read starts: before the first record, after the last, or at a pair of positions. */
export type AllStart = 'start' | 'end' | { readonly commit: bigint; readonly prepare: bigint }

const MAX_ULONG = 2n ** 64n - 1n

export function allStartOf(options: streams.ReadReq.Options.AllOptions): AllStart {
  const position = options.getPosition()
  if (position === undefined) return options.hasEnd() ? 'end' : 'start'
  const [commit, prepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())]
  return commit === MAX_ULONG && prepare === MAX_ULONG ? 'end' : { commit, prepare }
}

export type Bound = 'inclusive' | 'exclusive'

/** Index of the first record that a start does not leave out. */
export function indexFrom(log: Log, start: AllStart, bound: Bound): number | 'invalid' {
  if (start === 'start') return 0
  if (start === 'end') return log.records.length
  const index = firstAtOrAfter(log, start.commit)
  const record = log.records[index]
  if (record === undefined) return index // beyond the last record nothing is looked at, so nothing is wrong
  if (BigInt(record.position) !== start.commit) return 'invalid'
  return isLeftOut(record, start, bound) ? index + 1 : index
}

/** Whether (X, X), where a record lies, is before a start of (X, prepare), or at it where that is exclusive. */
export function isLeftOut(
  { position }: LoggedRecord,
  start: Exclude<AllStart, string>,
  bound: Bound,
): boolean {
  const place = BigInt(position)
  if (place !== start.commit) return place < start.commit
  return bound === 'inclusive' ? place < start.prepare : place <= start.prepare
}

function firstAtOrAfter(log: Log, commit: bigint): number {
  let [low, high] = [0, log.records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (BigInt(log.records[middle]!.position) < commit) low = middle + 1
    else high = middle
  }
  return low
}
