import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Log } from './log.ts'

/** The start of a read of $all: before the first record, after the last, or at a pair of positions. */
export type AllStart = 'start' | 'end' | { readonly commit: bigint; readonly prepare: bigint }

const MAX_ULONG = 2n ** 64n - 1n

export function allStartOf(options: streams.ReadReq.Options.AllOptions): AllStart {
  const position = options.getPosition()
  if (position === undefined) return options.hasEnd() ? 'end' : 'start'
  const [commit, prepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())]
  return commit === MAX_ULONG && prepare === MAX_ULONG ? 'end' : { commit, prepare }
}

export type Bound = 'inclusive' | 'exclusive'

/** The first record of a read from a start. */
export function firstFrom(log: Log, start: AllStart, bound: Bound): number | 'invalid' {
  if (start === 'start') return 0
  if (start === 'end') return log.committed()
  const index = log.records.findLastIndex(({ position }) => position < Number(start.commit)) + 1
  if (index >= log.committed()) return index // beyond the last record a server checks nothing
  if (BigInt(log.records[index]!.position) !== start.commit) return 'invalid'
  const isLeftOut = bound === 'inclusive' ? start.commit < start.prepare : start.commit <= start.prepare
  return isLeftOut ? index + 1 : index
}
