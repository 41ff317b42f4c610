/** The index of records in memory: some twenty bytes each, so that millions fit. The rest is in the file. */
export interface RecordIndex {
  readonly count: () => number
  /** Both the commit and the prepare position, which are equal for writes over gRPC. */
  readonly position: (record: number) => number
  readonly type: (record: number) => string
  /** The same number for all records of a type. */
  readonly typeNumber: (record: number) => number
  readonly revision: (record: number) => number
  /** Whether the server itself wrote it; only unfiltered reads show it. */
  readonly isSystem: (record: number) => boolean
  readonly isLastOfAppend: (record: number) => boolean
  /** The first record at or after a position, or `count`. */
  readonly firstAtOrAfter: (position: number) => number
}

export interface IndexEntry {
  readonly position: number
  readonly stream: string
  readonly type: string
  readonly revision: number
  readonly isLast: boolean
}

const FIRST_RECORDS = 1_024
const SYSTEM = 1
const LAST = 2
const TOMBSTONE_REVISION = 0xffff_ffff

export function createRecordIndex(): RecordIndex & { readonly add: (entry: IndexEntry) => number } {
  let count = 0
  let positions = new Float64Array(FIRST_RECORDS)
  let revisions = new Uint32Array(FIRST_RECORDS)
  let typeNumbers = new Uint16Array(FIRST_RECORDS)
  let flags = new Uint8Array(FIRST_RECORDS)
  const types: string[] = []
  const numbers = new Map<string, number>()

  function grow(): void {
    const [position, revision, type, flag] = [positions, revisions, typeNumbers, flags]
    positions = new Float64Array(2 * count)
    revisions = new Uint32Array(2 * count)
    typeNumbers = new Uint16Array(2 * count)
    flags = new Uint8Array(2 * count)
    positions.set(position)
    revisions.set(revision)
    typeNumbers.set(type)
    flags.set(flag)
  }
  function numberOf(type: string): number {
    const known = numbers.get(type)
    if (known !== undefined) return known
    numbers.set(type, types.length)
    return types.push(type) - 1
  }
  return {
    add: ({ position, stream, type, revision, isLast }) => {
      if (count === positions.length) grow()
      const isSystem = stream.startsWith('$') || type.startsWith('$')
      positions[count] = position
      revisions[count] = Math.min(revision, TOMBSTONE_REVISION)
      typeNumbers[count] = numberOf(type)
      flags[count] = (isSystem ? SYSTEM : 0) | (isLast ? LAST : 0)
      return count++
    },
    count: () => count,
    position: (record) => positions[record]!,
    type: (record) => types[typeNumbers[record]!]!,
    typeNumber: (record) => typeNumbers[record]!,
    revision: (record) => revisions[record]!,
    isSystem: (record) => (flags[record]! & SYSTEM) !== 0,
    isLastOfAppend: (record) => (flags[record]! & LAST) !== 0,
    firstAtOrAfter: (position) => {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (positions[middle]! < position) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}
