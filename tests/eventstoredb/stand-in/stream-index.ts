/** The state of one stream. */
export interface StreamState {
  readonly name: string
  /** Numbers of its records by revision, without a tombstone. */
  readonly records: readonly number[]
  readonly isTombstoned: boolean
  /** Revision of the first event that a stream read still shows; `SOFT_DELETED` hides all. */
  readonly truncateBefore: number
}

/** 2^63-1, which a metadata record names when a stream is deleted. */
export const SOFT_DELETED = 2 ** 63

interface Entry {
  readonly records: number[]
  isTombstoned: boolean
  truncateBefore: number
}

export interface StreamIndex {
  /** The current state; empty for a stream without records. */
  readonly find: (name: string) => StreamState
  readonly lengthOf: (name: string) => number
  readonly add: (name: string, record: number) => void
  readonly tombstone: (name: string) => void
  readonly truncate: (name: string, before: number) => void
}

const NONE: readonly number[] = []

/** Stores only the record's number for streams with one record, which most have. */
export function createStreamIndex(): StreamIndex {
  const streams = new Map<string, number | Entry>()
  const entryOf = (name: string): Entry => {
    const known = streams.get(name)
    if (typeof known === 'object') return known
    const records = known === undefined ? [] : [known]
    const entry = { records, isTombstoned: false, truncateBefore: 0 }
    streams.set(name, entry)
    return entry
  }
  return {
    find: (name) => {
      const known = streams.get(name)
      if (typeof known === 'object') return { name, ...known }
      const records = known === undefined ? NONE : [known]
      return { name, records, isTombstoned: false, truncateBefore: 0 }
    },
    lengthOf: (name) => {
      const known = streams.get(name)
      if (known === undefined) return 0
      return typeof known === 'number' ? 1 : known.records.length
    },
    add: (name, record) => {
      if (streams.has(name)) entryOf(name).records.push(record)
      else streams.set(name, record)
    },
    tombstone: (name) => {
      entryOf(name).isTombstoned = true
    },
    truncate: (name, before) => {
      entryOf(name).truncateBefore = before
    },
  }
}
