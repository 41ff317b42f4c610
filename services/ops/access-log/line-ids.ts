import { derivedId } from '@app/event-store/ids.ts'

/** From a line's bytes and ordinal only, so that a renamed or overlapping file gives the same ids. */
export function createLineIds(): (line: Buffer) => string {
  const seen = new Map<string, number>()
  return (line) => {
    const first = idOf(line, 0)
    const ordinal = seen.get(first) ?? 0
    seen.set(first, ordinal + 1)
    return ordinal === 0 ? first : idOf(line, ordinal)
  }
}

/** No line contains the separating line end. */
const idOf = (line: Buffer, ordinal: number): string =>
  derivedId(Buffer.concat([line, Buffer.from(`\n${ordinal}`)]))
