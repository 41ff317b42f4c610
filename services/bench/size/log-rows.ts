import type { EventStore } from '@app/contracts/event-store.ts'
import { positionOf } from '@app/contracts/event-store.ts'
import { prepareEvents, type PreparedEvent } from '@app/event-store/check-append.ts'
import type pg from 'pg'
import { textForCopy, createCopyLines, openCopy } from './copy.ts'

export interface LogRow extends PreparedEvent {
  readonly stream: string
  readonly revision: bigint
  /** RFC 3339, UTC, milliseconds, so that texts compare as instants do. */
  readonly recordedAt: string
}

export interface LogRows {
  write(row: LogRow): Promise<void>
  /** New streams of one event only. `recorded_at` is the event's time, and never decreases. */
  readonly append: EventStore['append']
  readonly written: () => number
  end(): Promise<void>
}

const COLUMNS = 'log.events (position, stream, revision, id, type, version, data, meta, recorded_at)'

export async function openLogRows(client: pg.Client, head: bigint): Promise<LogRows> {
  const lines = createCopyLines(await openCopy(client, COLUMNS))
  let written = 0
  let latest = ''

  async function write({ stream, revision, id, type, version, dataJson, metaJson, recordedAt }: LogRow) {
    written += 1
    if (recordedAt > latest) latest = recordedAt
    const position = head + BigInt(written)
    const json = `${textForCopy(dataJson)}\t${textForCopy(metaJson)}`
    await lines.line(`${position}\t${stream}\t${revision}\t${id}\t${type}\t${version}\t${json}\t${latest}`)
  }

  return {
    write,
    append: async (stream, expected, events) => {
      const [one, ...more] = prepareEvents(stream, events)
      if (expected !== 'noStream' || one === undefined || more.length > 0)
        throw new Error(`${stream}: only new streams of one event are filled in`)
      await write({ ...one, stream, revision: 0n, recordedAt: events[0]!.meta.occurredAt })
      return { revision: 0n, position: positionOf(head + BigInt(written)), replayed: false }
    },
    written: () => written,
    end: lines.end,
  }
}
