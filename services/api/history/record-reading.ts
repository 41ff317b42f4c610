import type { EventStore } from '@app/contracts/event-store.ts'
import { readEvent, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { appendAudit, hourOf } from '@app/record/audit.ts'
import type { Reading } from './history-filter.ts'

interface RecordingDeps {
  readonly store: Pick<EventStore, 'append' | 'readStream'>
  readonly now: () => Date
  readonly newId: () => string
}

/** @throws StoreError when an hour's first reading cannot be recorded: then nothing is answered */
export type RecordReading = (accountId: string, reading: Reading) => Promise<void>

export interface ReadingRecorder {
  readonly record: RecordReading
  /** Appends the further readings of the hours that are over. */
  readonly closeHours: () => Promise<void>
  /** Appends those of the present hour too. */
  readonly stop: () => Promise<void>
}

/** What one administrator reads within one hour. */
interface Hour {
  readonly accountId: string
  readonly hour: number
  /** Filters that the log has or will have, as texts. */
  readonly listed: Set<string>
  /** Those that it does not have yet. */
  readonly further: Reading[]
  more: number
  lastAt: Date
}

interface BegunHour {
  readonly of: Hour
  /** Resolves once the log has a reading of the hour. */
  readonly begun: Promise<void>
}

const textOf = (reading: Reading): string =>
  JSON.stringify(Object.entries(reading).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The first reading of an hour is in the log before it is answered, on a stream that person and hour name: one event of all
 * processes. Each process lists its further filters in one more, once the hour is over: by reading the log nobody makes
 * it grow.
 */
export function createReadingRecorder(deps: RecordingDeps): ReadingRecorder {
  const hours = new Map<string, BegunHour>()
  const processId = deps.newId()

  function begin(key: string, of: Hour, reading: Reading): BegunHour {
    const begun = appendFirst(deps, of, reading)
    begun.catch(() => hours.delete(key))
    hours.set(key, { of, begun })
    return { of, begun }
  }

  async function close(key: string, { of, begun }: BegunHour): Promise<void> {
    await begun
    const { further: filters, more, lastAt } = of
    if (filters.length > 0)
      await append(deps, of, `further ${processId}`, lastAt, { filters, ...(more > 0 && { more }) })
    hours.delete(key)
  }

  const closeBefore = async (hour: number): Promise<void> => {
    const over = [...hours].filter(([, { of }]) => of.hour < hour)
    await Promise.all(over.map(([key, one]) => close(key, one)))
  }

  return {
    record: async (accountId, given) => {
      const reading = withoutAbsent(given)
      const at = deps.now()
      const hour = hourOf(at)
      const key = `${accountId} ${hour}`
      const fresh = { accountId, hour, listed: new Set<string>(), further: [], more: 0, lastAt: at }
      const { of, begun } = hours.get(key) ?? begin(key, fresh, reading)
      await begun
      note(of, reading, at)
    },
    closeHours: () => closeBefore(hourOf(deps.now())),
    stop: () => closeBefore(Infinity),
  }
}

const withoutAbsent = (reading: Reading): Reading =>
  Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined)) as Reading

function note(of: Hour, reading: Reading, at: Date): void {
  const text = textOf(reading)
  if (of.listed.has(text)) return
  of.lastAt = at
  if (of.listed.size === LIMITS.readingsListedMax) of.more += 1
  else {
    of.listed.add(text)
    of.further.push(reading)
  }
}

async function appendFirst(deps: RecordingDeps, of: Hour, reading: Reading): Promise<void> {
  let known = [reading]
  if (!(await append(deps, of, 'first', of.lastAt, { filters: known }))) {
    const [found] = await deps.store.readStream(auditStream(idOf(of, 'first')), { limit: 1 })
    const first = found && readEvent(found)
    known = first?.type === 'HistoryRead' ? first.data.filters : []
  }
  for (const one of known) of.listed.add(textOf(one))
}

const idOf = ({ accountId, hour }: Hour, part: string): string =>
  derivedId(`history read ${accountId} ${hour} ${part}`)

const append = (
  { store }: RecordingDeps,
  of: Hour,
  part: string,
  at: Date,
  data: Extract<DomainEvent, { type: 'HistoryRead' }>['data'],
): Promise<boolean> =>
  appendAudit(
    store,
    { type: 'HistoryRead', data },
    { id: idOf(of, part), actor: { kind: 'admin', id: of.accountId }, at },
  )
