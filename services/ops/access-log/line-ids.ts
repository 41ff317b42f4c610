import { derivedId } from '@app/event-store/ids.ts'

/**
 * Ids of a file's lines: of a line's bytes and its ordinal among identical lines, and of nothing else, so that the
 * same request has the same id in a renamed, recompressed or overlapping file.
 */
export function createLineIds(): (line: Buffer) => string {
  const seen = new Map<string, number>()
  return (line) => {
    const first = idOf(line, 0)
    const ordinal = seen.get(first) ?? 0
    seen.set(first, ordinal + 1)
    return ordinal === 0 ? first : idOf(line, ordinal)
  }
}

/** A line end stands between the two, because no line holds one. */
const idOf = (line: Buffer, ordinal: number): string =>
  derivedId(Buffer.concat([line, Buffer.from(`\n${ordinal}`)]))
