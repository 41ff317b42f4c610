import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Log } from './log.ts'
import type { Located } from './log-reader.ts'
import { streamAt } from './record-format.ts'

export interface EventFilter {
  readonly matches: (record: number) => boolean
  /** A subscription gets a checkpoint after this number of considered records. */
  readonly checkpointEvery: number
}

const SEARCH_WINDOW_DEFAULT = 32

/** A requested filter. Regular expressions are JavaScript's; a real server's are .NET's. */
export function eventFilterOf(
  log: Log,
  located: Located,
  options: streams.ReadReq.Options.FilterOptions,
): EventFilter {
  const window = options.hasMax() ? options.getMax() : SEARCH_WINDOW_DEFAULT
  const checkpointEvery = window * Math.max(1, options.getCheckpointintervalmultiplier())
  const byType = options.getEventType()
  const expression = byType ?? options.getStreamIdentifier()
  if (expression === undefined) return { matches: () => true, checkpointEvery }
  const isWanted = matcherOf(expression)
  const matches = byType
    ? matchesType(log, isWanted)
    : (record: number) => located(record, (bytes, at) => isWanted(streamAt(bytes, at)))
  return { matches, checkpointEvery }
}

/** Checks each type once, because types are few. */
function matchesType(log: Log, isWanted: (type: string) => boolean): (record: number) => boolean {
  const known: boolean[] = []
  return (record) => (known[log.records.typeNumber(record)] ??= isWanted(log.records.type(record)))
}

function matcherOf(expression: streams.ReadReq.Options.FilterOptions.Expression): (text: string) => boolean {
  const regex = expression.getRegex()
  if (regex !== '') {
    const pattern = new RegExp(regex)
    return (text) => pattern.test(text)
  }
  const prefixes = expression.getPrefixList()
  return (text) => prefixes.some((prefix) => text.startsWith(prefix))
}
