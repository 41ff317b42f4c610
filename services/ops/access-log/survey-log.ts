import { createClientOfLine } from './client-of-line.ts'
import { freshOf, noCounts, type Counts } from './counts.ts'
import { findRule, type AccessMap } from './map.ts'
import { openLog } from './open-log.ts'
import { parseLine } from './parse-line.ts'
import { splitLines } from './split-lines.ts'

export interface Survey {
  /** What an import of everything would count, except that nothing is known or in conflict. */
  readonly counts: Counts
  /** At least, where it is `ADDRESSES_MAX`. */
  readonly addresses: number
  /** That so many lines come from so few addresses, as from a proxy. */
  readonly crowd: { readonly lines: number; readonly addresses: number } | undefined
}

const CROWDED = { linesMin: 20, share: 0.9, addressesMax: 5 }

/** Those that come later are counted as lines only: memory does not grow with the log. */
export const ADDRESSES_MAX = 100_000

/** Reads the whole log, and writes nothing. */
export async function surveyLog(file: string, map: AccessMap, signal: AbortSignal): Promise<Survey> {
  const { bytes } = await openLog(file)
  const clientOf = createClientOfLine(map)
  const counts = noCounts()
  const linesOf = new Map<string, number>()
  for await (const lines of splitLines(bytes)) {
    if (signal.aborted) break
    for (const line of lines) {
      if (line.piece !== 'whole' && line.piece !== 'first') continue
      counts.read += 1
      const entry = line.piece === 'whole' ? parseLine(line.bytes, clientOf) : undefined
      const rule = entry && findRule(map, entry)
      if (entry === undefined) counts.unreadable += 1
      else if (rule === undefined) counts.unmapped += 1
      else {
        counts.fresh[rule.event] += 1
        const seen = linesOf.get(entry.address)
        if (seen !== undefined || linesOf.size < ADDRESSES_MAX) linesOf.set(entry.address, (seen ?? 0) + 1)
      }
    }
  }
  return { counts, addresses: linesOf.size, crowd: crowdIn([...linesOf.values()], freshOf(counts)) }
}

/** The fewest addresses that nearly all of so many lines share. */
export function crowdIn(linesOfAddresses: readonly number[], total: number): Survey['crowd'] {
  let [addresses, lines] = [0, 0]
  for (const count of linesOfAddresses.toSorted((a, b) => b - a).slice(0, CROWDED.addressesMax)) {
    addresses += 1
    lines += count
    if (lines >= CROWDED.share * total) return total < CROWDED.linesMin ? undefined : { lines, addresses }
  }
  return undefined
}
