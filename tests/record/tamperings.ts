import { describe, expect, test } from 'vitest'
import type { EventStore, StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { openedCheckpoint } from '@app/record/checkpoint.ts'
import { sealNext } from '@app/record/sealer.ts'
import { noteSigner, noteVerifier } from '@app/record/signed-note.ts'
import type { Finding } from '@app/record/history/history-findings.ts'
import type { longTest } from '../support/longer-runs.ts'
import {
  appendAll,
  appendSealed,
  checkpointsOf,
  LOG_NAME,
  makeTreeAgain,
  signer,
  verdictOf,
  type SealedLog,
} from './sealed-log.ts'

/** Somebody who can write to the log behind the product's back. */
export interface Tamperer {
  readonly sealed: SealedLog
  /** Gives the event at this index of the log other data. */
  changeData(index: number, data: object): Promise<void>
  /** Makes its bytes such that no event can be read. */
  spoil(index: number): Promise<void>
  remove(index: number): Promise<void>
  /** Puts a copy with another id, stream and text behind it. */
  addBehind(index: number): Promise<void>
  swap(one: number, other: number): Promise<void>
  /** Ends the log before this index. */
  cut(index: number): Promise<void>
  close(stream: string): Promise<void>
  /** As it was before; the tables of the tree too. */
  restore(): Promise<void>
}

const COUNTS = [40, 50, 60, 30]
const at = async (log: EventStore, nth: number): Promise<StoredEvent> => (await wholeLog(log))[nth]!
const sealIndexes = async (log: EventStore): Promise<readonly number[]> =>
  (await wholeLog(log)).flatMap(({ stream, type }, index) =>
    stream === LOG_SEALS_STREAM && type === 'LogSealed' ? [index] : [],
  )
const kindsOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.map(({ kind }) => kind)),
]

/**
 * The nine tamperings, each tried on a sealed log of this store in the lanes: `verify-history.test.ts` has them in memory.
 * @param inLanes of the file of tests, which is in a lane by its import
 */
export function tamperings(store: string, open: () => Promise<Tamperer>, inLanes: typeof longTest): void {
  describe(`a sealed log on ${store}`, () => {
    let given: Promise<Tamperer> | undefined
    async function tampered(work: (tamperer: Tamperer) => Promise<void>): Promise<Tamperer> {
      given ??= open().then(async (tamperer) => {
        await appendSealed(tamperer.sealed, COUNTS)
        return tamperer
      })
      const tamperer = await given
      await tamperer.restore()
      await work(tamperer)
      return tamperer
    }
    const findingsAfter = async (work: (tamperer: Tamperer) => Promise<void>): Promise<readonly Finding[]> =>
      (await verdictOf((await tampered(work)).sealed)).findings

    test('as it was written has nothing altered [SEAL-7]', async () => {
      const { sealed } = await tampered(async () => undefined)
      const [first] = await checkpointsOf(sealed.log)
      const anchor = openedCheckpoint(first!, noteVerifier(signer.vkey))
      expect(await verdictOf(sealed, anchor)).toMatchObject({
        findings: [],
        tableFaults: 0,
        continuesAnchor: true,
      })
    })

    test('names an event of which a byte was changed [SEAL-7]', async () => {
      const findings = await findingsAfter(async ({ changeData, sealed }) => {
        const { data } = await at(sealed.log, 20)
        await changeData(20, { ...data, text: 'texto 1x' })
      })
      const { id, position } = await at((await given!).sealed.log, 20)
      expect(findings).toMatchObject([{ kind: 'changed', event: { id, position } }])
    })

    inLanes('names an event whose bytes are no event any more [SEAL-7]', async () => {
      const findings = await findingsAfter(({ spoil }) => spoil(20))
      expect(kindsOf(findings)).toEqual(['unreadable'])
      expect(findings).toHaveLength(1)
    })

    inLanes('names a removed event [SEAL-7]', async () => {
      const { sealed } = await tampered(async () => undefined)
      const { position } = await at(sealed.log, 30)
      expect(await findingsAfter(({ remove }) => remove(30))).toEqual([{ kind: 'removed', position }])
    })

    inLanes('names an added event [SEAL-7]', async () => {
      const findings = await findingsAfter(({ addBehind }) => addBehind(30))
      const { id } = await at((await given!).sealed.log, 31)
      expect(findings).toMatchObject([{ kind: 'added', event: { id } }])
    })

    inLanes('names two swapped events [SEAL-7]', async () => {
      const { sealed } = await tampered(async () => undefined)
      const [one, other] = [await at(sealed.log, 15), await at(sealed.log, 99)]
      const findings = await findingsAfter(({ swap }) => swap(15, 99))
      expect(findings).toMatchObject([{ kind: 'swapped', events: [{ id: other.id }, { id: one.id }] }])
    })

    inLanes('says between which seals an event was changed together with its leaf [SEAL-7]', async () => {
      const findings = await findingsAfter(async ({ changeData, sealed }) => {
        await changeData(60, { text: 'otro' })
        await makeTreeAgain(sealed)
      })
      expect(findings).toMatchObject([{ kind: 'changed-with-leaf', from: 41, to: 93 }])
    })

    // The product's own sealer seals what is left.
    inLanes('is found to be cut by a checkpoint that was kept elsewhere [SEAL-7]', async () => {
      const { sealed } = await tampered(async () => undefined)
      const kept = openedCheckpoint((await checkpointsOf(sealed.log)).at(-1)!, noteVerifier(signer.vkey))
      await tampered(async ({ cut }) => {
        await cut(140)
        await makeTreeAgain(sealed)
      })
      expect((await verdictOf(sealed)).findings).toEqual([])
      expect((await verdictOf(sealed, kept)).findings).toEqual([
        { kind: 'tail-cut', size: 141, sealed: kept.size },
      ])
    })

    inLanes(
      'is found to be written again, seals included, by a checkpoint that was kept elsewhere [SEAL-7]',
      async () => {
        const { sealed } = await tampered(async () => undefined)
        const kept = openedCheckpoint((await checkpointsOf(sealed.log)).at(-1)!, noteVerifier(signer.vkey))
        await tampered(async ({ cut }) => {
          await cut(1)
          await sealed.tree.clear()
          await appendSealed(sealed, COUNTS, 'otro texto')
        })
        expect((await verdictOf(sealed)).findings).toEqual([])
        expect((await verdictOf(sealed, kept)).findings).toEqual([
          { kind: 'tail-rewritten', sealed: kept.size },
        ])
      },
    )

    test('names each stream that its owner closed, and all else is as it was sealed [SEAL-7]', async () => {
      const streams = ['log-seals', 'store-identity', 'test-3', 'test-9999']
      const { sealed } = await tampered(async ({ close }) => {
        for (const stream of streams) await close(stream)
      })
      const { findings, tableFaults } = await verdictOf(sealed)
      expect(findings).toHaveLength(streams.length)
      for (const stream of streams) expect(findings).toContainEqual({ kind: 'stream-closed', stream })
      expect(tableFaults).toBe(0)
    })

    test('is sealed on when another stream is closed, and not silently unsealed when its own is [SEAL-7]', async () => {
      const { sealed } = await tampered(({ close }) => close('test-3'))
      await appendAll(sealed.log, [500])
      expect(await sealNext(sealed)).toMatchObject({ isSealed: true })
      const closed = await tampered(({ close }) => close(LOG_SEALS_STREAM))
      await appendAll(closed.sealed.log, [500])
      await expect(sealNext(closed.sealed)).rejects.toMatchObject({ code: 'StreamClosed' })
    })

    inLanes('names the seal before which another one was dropped [SEAL-7]', async () => {
      const { sealed } = await tampered(async () => undefined)
      const [, second, third] = await sealIndexes(sealed.log)
      const findings = await findingsAfter(({ remove }) => remove(second!))
      const { position } = await at(sealed.log, third! - 1)
      expect(findings).toContainEqual({ kind: 'seal-dropped', position })
      expect(findings.filter(({ kind }) => kind === 'seal-dropped')).toHaveLength(1)
    })

    inLanes('names a seal that another key has signed [SEAL-7]', async () => {
      const stranger = noteSigner(LOG_NAME, Buffer.alloc(32, 9))
      const { sealed } = await tampered(async () => undefined)
      const [, , third] = await sealIndexes(sealed.log)
      const { data } = await at(sealed.log, third!)
      const { size, root } = data as unknown as Readonly<Record<'size' | 'root', string>>
      const text = `${LOG_NAME}\n${size}\n${root}\n`
      const forged = { ...data, keyId: stranger.id, signature: stranger.sign(text).toString('base64') }
      const findings = await findingsAfter(({ changeData }) => changeData(third!, forged))
      const { position } = await at(sealed.log, third!)
      expect(findings).toContainEqual({ kind: 'foreign-signature', position })
      expect(findings).toHaveLength(2)
    })
  })
}
