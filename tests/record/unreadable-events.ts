import { expect } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { rebuildTree } from '@app/record/tree/rebuild-tree.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { trustOf, type SealedLog } from '@app/record/testing/open-sealer.ts'
import { appendAll, appendSealed, tableFaultsOf, verdictOf } from './sealed-log.ts'
import { longTest } from '../support/longer-runs.ts'

const META = `{"actor":{"kind":"system","id":"x"},"occurredAt":"2026-11-23T12:00:00.000Z","correlationId":"x","causationId":null`
export const VALID_META = `${META}}`
const nested = (open: string, close: string, times: number): string =>
  `{"a":${open.repeat(times)}1${close.repeat(times)}}`

/** Bytes that a store takes, and of which no program reads an event or makes canonical JSON. */
const UNREADABLE: readonly (readonly [what: string, dataText: string, metaText: string])[] = [
  ['a number beyond all numbers', '{"a":1e400}', VALID_META],
  ['such a number below zero, in a list', '{"a":[{"b":-1e999}]}', VALID_META],
  ['such a number in what is known of the event', '{}', `${META},"x":1e400}`],
  ['8,000 lists in each other', nested('[', ']', 8_000), VALID_META],
  ['3,000 objects in each other', nested('{"a":', '}', 3_000), VALID_META],
  ['600 lists in each other', nested('[', ']', 600), VALID_META],
  ['nothing known of it', '{}', '{}'],
  ['no actor', '{}', META.replace('"kind":"system"', '"kind":"nobody"') + '}'],
  ['no instant', '{}', `${META.replace('T12:00:00.000Z', '')}}`],
  ['a list for data', '[]', VALID_META],
  ['no data', 'null', VALID_META],
]

export interface RawLog {
  readonly sealed: SealedLog
  /** Appends one event of these bytes. */
  write(stream: string, dataText: string, metaText: string): Promise<void>
  /** What this store alone can have in an event. */
  readonly others?: readonly (readonly [what: string, write: (stream: string) => Promise<unknown>])[]
}

/** Each is sealed as a leaf of its own kind, and named for as long as it is there. */
export function unreadableEvents(store: string, open: () => Promise<RawLog>): void {
  longTest(
    `an event on ${store} that can be no leaf stops no seal, is named, and its tables are made again [SEAL-7]`,
    async () => {
      const { sealed, write, others = [] } = await open()
      const { log, tree, pool: db } = sealed
      const record = { ...trustOf(sealed), tree, log, db }
      await appendSealed(sealed, [5])
      const writings = UNREADABLE.map(
        ([what, ...texts]) => [what, (stream: string) => write(stream, ...texts)] as const,
      )
      const written: [what: string, position: bigint][] = []
      for (const [nth, [what, writeTo]] of [...writings, ...others].entries()) {
        await writeTo(`raw-${nth}`)
        written.push([what, await log.headPosition()])
      }
      const named = async () => {
        const { findings, tableFaults } = await verdictOf(sealed, undefined, (await sealed.head.read())!)
        expect(tableFaults).toBe(0)
        return findings.map((finding) => {
          const isAt = finding.kind === 'unreadable' ? finding.position : finding
          return written.find(([, position]) => position === isAt) ?? finding
        })
      }
      // Behind the tree, and then under a seal.
      expect(await named()).toEqual(written)
      expect(await sealNext(sealed)).toMatchObject({ isSealed: true, isAtHead: true })
      expect(await named()).toEqual(written)
      // Between others, and as the last event that the tree has.
      await appendAll(log, [100])
      await write('raw-last', '{}', '{}')
      await sealNext(sealed)
      await sealNext(sealed)
      const before = await tree.head()
      expect((await tableFaultsOf(sealed)).named).toEqual([])
      const signed = await sealed.head.read()
      await expect(rebuildTree({ ...record, signed, log: failingAtEnd(log) })).rejects.toThrow('no answer')
      expect(await tree.head()).toEqual(before)
      expect(await rebuildTree({ ...record, signed })).toBe(before.size)
      expect(await tree.head()).toEqual(before)
      expect((await tableFaultsOf(sealed)).named).toEqual([])
    },
  )
}

/** Answers its first pages alone, as a store does that goes away meanwhile. */
const failingAtEnd = (log: EventStore): EventStore => ({
  ...log,
  readStream: log.readStream,
  readAll: async (after, options) => {
    const page = await log.readAll(after, options)
    if (page.isAtHead) throw new Error('no answer')
    return page
  },
})
