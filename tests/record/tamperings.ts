import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EventStore, NewEvent, StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { checkpointText } from '@app/record/checkpoint.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { TreeDiffers } from '@app/record/tree/signed-tree.ts'
import { noteSigner, renamedKey } from '@app/record/signed-note.ts'
import { findNewestSeal, listTrustedKeys } from '@app/record/trusted-seals.ts'
import { TileDamaged } from '@app/record/tree/tiles.ts'
import type { HistoryFinding } from '@app/record/history/history-findings.ts'
import { longTest } from '../support/longer-runs.ts'
import { createHeadInMemory } from '@app/record/testing/head-in-memory.ts'
import { PLANTINGS } from './planted-leaves.ts'
import { replayedIn, REPLAYS } from './replayed-seals.ts'
import { trustOf, type SealedLog } from '@app/record/testing/open-sealer.ts'
import {
  appendAll,
  appendBulk,
  appendSealed,
  LOG_NAME,
  makeTreeAgain,
  range,
  signer,
  tableFaultsOf,
  verdictOf,
} from './sealed-log.ts'

/** Somebody who can write to the log behind the product's back. */
export interface Tamperer {
  readonly sealed: SealedLog
  /** Gives the event at this index of the log other data. */
  changeData(index: number, data: object): Promise<void>
  /** Ends the log before this index. */
  cut(index: number): Promise<void>
  close(stream: string): Promise<void>
  /** As it was before; the tables of the tree too. */
  restore(): Promise<void>
}

const COUNTS = [40, 50, 60, 30]
const at = async (log: EventStore, nth: number): Promise<StoredEvent> => (await wholeLog(log))[nth]!
const kindsOf = (findings: readonly HistoryFinding[]): readonly string[] => [
  ...new Set(findings.map(({ kind }) => kind)),
]

const STRANGER = noteSigner(LOG_NAME, Buffer.alloc(32, 9))

/**
 * By whoever may write everything in the log and its tables, and has neither key nor head. Dropped seals and a cut tail
 * are tried in `verify-history.test.ts`.
 */
const REWRITINGS: readonly ((tamperer: Tamperer) => Promise<void>)[] = [
  async function writtenAgain({ cut, sealed }) {
    await cut(1)
    await appendAll(sealed.log, range(0, 150), 'otro texto')
  },
  async function changedAtLast({ changeData }) {
    await changeData(184, { text: 'otro' })
  },
]

type Seals = readonly StoredEvent[]
const sealsIn = async (log: EventStore): Promise<Seals> =>
  (await wholeLog(log)).filter(({ stream, type }) => stream === LOG_SEALS_STREAM && type === 'LogSealed')

/** In the name of the product, as an event that its login may append. */
const forged = (
  type: string,
  version: number,
  data: StoredEvent['data'],
  { meta }: StoredEvent,
): NewEvent => ({
  id: randomUUID(),
  type,
  version,
  data,
  meta,
})
/** As the running sealer does: wrong tables are made again. */
async function sealedAgain(sealed: SealedLog): Promise<boolean> {
  for (let steps = 0; steps < 5; steps += 1)
    try {
      const { isAtHead, isSealed } = await sealNext(sealed)
      if (isAtHead) return isSealed
    } catch (error) {
      if (!(error instanceof TileDamaged)) throw error
      await sealed.tree.clear()
    }
  return false
}

/** By the log's key, of a tree that it gave up. */
const signedOtherwise = (size: string) => {
  const root = Buffer.alloc(32, size)
  const signature = signer.sign(checkpointText({ origin: LOG_NAME, size: Number(size), root }))
  return { size, root: root.toString('base64'), signature: signature.toString('base64') }
}

/**
 * What a store shows of tamperings, and what its sealer does then: `verify-history.test.ts` has each finding in memory.
 */
export function tamperings(open: () => Promise<Tamperer>): void {
  describe('a sealed log', () => {
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
    const findingsAfter = async (
      work: (tamperer: Tamperer) => Promise<void>,
    ): Promise<readonly HistoryFinding[]> => (await verdictOf((await tampered(work)).sealed)).findings

    test('names an event of which a byte was changed [SEAL-7]', async () => {
      const findings = await findingsAfter(async ({ changeData, sealed }) => {
        const { data } = await at(sealed.log, 20)
        await changeData(20, { ...data, text: 'texto 1x' })
      })
      const { id, position } = await at((await given!).sealed.log, 20)
      expect(findings).toMatchObject([{ kind: 'changed', event: { id, position } }])
    })

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
      expect(await sealNext({ ...sealed, head: createHeadInMemory() })).toMatchObject({ isSealed: true })
      const closed = await tampered(({ close }) => close(LOG_SEALS_STREAM))
      await appendAll(closed.sealed.log, [500])
      await expect(sealNext(closed.sealed)).rejects.toMatchObject({ code: 'StreamClosed' })
    })

    test('gets no signature once its past was written again without the key, and the head beside the key names it [SEAL-12]', async () => {
      const { sealed } = await tampered(async () => undefined)
      const head = (await sealed.head.read())!
      for (const rewrite of REWRITINGS) {
        await tampered((tamperer) => rewrite(tamperer))
        await makeTreeAgain(sealed)
        await appendAll(sealed.log, range(900, 1_100))
        await expect(sealNext(sealed)).rejects.toThrow(TreeDiffers)
        const { findings, continuesHead } = await verdictOf(sealed, undefined, head)
        expect([rewrite.name, continuesHead, kindsOf(findings)]).toEqual([
          rewrite.name,
          false,
          expect.arrayContaining(['head-rewritten']) as string[],
        ])
      }
      expect(await sealed.head.read()).toEqual(head)
    })

    longTest(
      'is signed as it was read from the log, whatever somebody wrote into the tables of its tree before the seal [SEAL-12]',
      async () => {
        const { sealed: untouched } = await tampered(async () => undefined)
        const signed = (await untouched.head.read())!
        for (const [name, plant] of Object.entries(PLANTINGS)) {
          const head = createHeadInMemory()
          await head.replace(signed)
          const { sealed } = await tampered(async ({ sealed: { log } }) => appendBulk(log, 100))
          const product = { ...sealed, head }
          await sealNext(product, { waitMs: () => 60_000 })
          await sealed.pool.query(await plant(sealed))
          await appendAll(sealed.log, [702])
          expect([name, await sealedAgain(product)]).toEqual([name, true])
          const { findings, continuesHead } = await verdictOf(sealed, undefined, (await head.read())!)
          expect([name, findings, continuesHead]).toEqual([name, [], true])
          await sealNext(product)
          expect([name, (await tableFaultsOf(product)).named]).toEqual([name, []])
        }
      },
    )

    longTest(
      'is sealed on whatever seal of its own somebody appends again, and each of those is named [SEAL-12]',
      async () => {
        const { sealed: untouched } = await tampered(async () => undefined)
        const signed = (await untouched.head.read())!
        for (const [name, [replay, now]] of Object.entries(REPLAYS)) {
          const head = createHeadInMemory()
          await head.replace(signed)
          const product = { ...untouched, head }
          await tampered(({ restore }) => replay(product, restore))
          const clock = now === undefined ? {} : { now: () => new Date(now) }
          for (const nth of [950, 951]) {
            await appendAll(product.log, [nth])
            expect([name, await sealNext({ ...product, ...clock })]).toMatchObject([name, { isSealed: true }])
          }
          const { findings, continuesHead, sealed } = await verdictOf(
            product,
            undefined,
            (await head.read())!,
          )
          expect([name, continuesHead, sealed]).toEqual([name, true, (await head.read())!.size])
          const named = findings.map((finding) => ('position' in finding ? finding.position : finding.kind))
          expect([name, named]).toEqual([
            name,
            (await replayedIn(product.log)).map(({ position }) => position),
          ])
        }
      },
    )

    longTest(
      'serves its own newest seal, whatever seals and names somebody appends beside them [SEAL-12]',
      async () => {
        const { sealed } = await tampered(async () => undefined)
        const head = createHeadInMemory()
        await head.replace((await sealed.head.read())!)
        const product = { ...sealed, head }
        const { log } = sealed
        const last = (await sealsIn(log)).at(-1)!
        const sizes = range(310, 350).map(String)
        const junk = [
          // Of each size that a seal of the product may have, by its key and by another one.
          ...sizes.map((size) => ({ ...last.data, size })),
          ...sizes.map((size) => ({ ...last.data, size, keyId: STRANGER.id })),
          ...sizes.map((size) => ({ ...last.data, ...signedOtherwise(size) })),
          { ...last.data, size: '9007199254740991' },
        ].map((data) => forged('LogSealed', 1, data, last))
        const names = range(0, 20).map((nth) => renamedKey(signer.vkey, `junk-${nth}.example/registro`))
        const named = [...names, STRANGER.vkey].map((vkey) =>
          forged('SealKeyNamed', 1, { vkey, previous: null, signature: null }, last),
        )
        const expected = (await log.head(LOG_SEALS_STREAM)) as bigint
        await log.append(LOG_SEALS_STREAM, expected, [...named, ...junk])
        await appendAll(log, [950])
        expect(await sealNext(product)).toMatchObject({ isSealed: true })
        await sealNext(product)
        const { size, root } = (await head.read())!
        expect(sizes).toContain(String(size))
        expect(await findNewestSeal(trustOf(product))).toMatchObject({ size, root })
        expect(await listTrustedKeys(trustOf(product))).toEqual([signer.vkey])
        const { rows } = await sealed.pool.query<{ count: string }>('select count(*) from record.seal_keys')
        expect(rows).toEqual([{ count: '1' }])
        expect((await tableFaultsOf(product)).named).toEqual([])
        await sealed.tree.clear()
        while (!(await sealNext(product)).isAtHead);
        expect(await findNewestSeal(trustOf(product))).toMatchObject({ size, root })
      },
    )
  })
}
