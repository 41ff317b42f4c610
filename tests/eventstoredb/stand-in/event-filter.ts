import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { StoredRecord } from './log.ts'

export interface EventFilter {
  readonly matches: (record: StoredRecord) => boolean
  /** A subscription gets a checkpoint after this number of considered records. */
  readonly checkpointEvery: number
}

const SEARCH_WINDOW_DEFAULT = 32

/** A requested filter. Regular expressions are JavaScript's; a real server's are .NET's. */
export function eventFilterOf(options: streams.ReadReq.Options.FilterOptions): EventFilter {
  const window = options.hasMax() ? options.getMax() : SEARCH_WINDOW_DEFAULT
  const checkpointEvery = window * Math.max(1, options.getCheckpointintervalmultiplier())
  const pattern = new RegExp(options.getEventType()!.getRegex())
  return { matches: ({ type }) => pattern.test(type), checkpointEvery }
}
