import { type Hash, type TreeHead, createGrowingRoot } from '../tree/merkle-tree.ts'
import type { Findings } from './history-findings.ts'
import type { HeadGivenUp, KeyNamed, RecordedSeal, SealRecord } from './seal-records.ts'

/** As many are listed; nobody reads more. */
const LISTED_MAX = 100

export interface SealsVerdict {
  /** Leaves under the last seal. */
  readonly sealed: number
  /** All seals are of the log as it is. */
  readonly isAsSealed: boolean
  readonly keyChanges: readonly KeyNamed[]
  readonly givenUp: readonly HeadGivenUp[]
}

type SideName = 'log' | 'tables'

interface Waiting extends TreeHead {
  readonly fits: { log?: boolean; tables?: boolean }
}

/**
 * Compares seals with the log and the tables of its tree while both are read: it keeps the seals alone that one of them
 * has passed and the other has not.
 */
export function createSealJudge(records: AsyncIterable<readonly SealRecord[]>, findings: Findings) {
  const order = createOrder(findings)
  const waiting = createWaiting(findings)
  const pages = records[Symbol.asyncIterator]()
  let isEnded = false

  async function nextPage(): Promise<void> {
    const page = await pages.next()
    isEnded = page.done === true
    for (const record of page.done === true ? [] : page.value) {
      const seal = order.take(record)
      if (seal !== undefined) waiting.add(seal)
    }
  }

  return {
    /** Passes leaves on, once the seals of their sizes are compared. */
    compared: async function* <Page extends readonly { readonly hash: Hash }[]>(
      side: SideName,
      source: AsyncIterable<Page>,
      onSize?: (size: number, root: () => Hash) => void,
    ): AsyncGenerator<Page, void> {
      const tree = createGrowingRoot()
      for await (const page of source) {
        // All seals of these sizes, and one beyond them.
        while (!isEnded && order.size() <= tree.size() + page.length) await nextPage()
        for (const { hash } of page) {
          tree.add(hash)
          waiting.compare(side, tree.size(), tree.root)
          onSize?.(tree.size(), tree.root)
        }
        waiting.settle()
        yield page
      }
      waiting.end(side)
    },
    /** A seal covers the leaf of this index. Of leaves that were passed on it is known. */
    covers: (index: number): boolean => index < order.size(),
    verdict: async (): Promise<SealsVerdict> => {
      while (!isEnded) {
        await nextPage()
        waiting.settle()
      }
      return { sealed: order.size(), isAsSealed: waiting.isAsSealed(), ...order.listed() }
    },
  }
}

/** Seals of growing sizes, until both sides have passed them. */
function createWaiting(findings: Findings) {
  const seals: Waiting[] = []
  const passed = { log: 0, tables: 0 }
  const isOver = { log: false, tables: false }
  let [settled, fits] = [0, 0]
  let [isAsSealed, isNamed] = [true, false]

  function settle(): void {
    const hasPassed = (side: SideName): boolean => isOver[side] || passed[side] > settled
    for (; seals.length > 0 && hasPassed('log') && hasPassed('tables'); settled += 1) {
      const { size, fits: found } = seals.shift()!
      isAsSealed &&= found.log === true
      if (found.log === true || found.tables === true) fits = size
      // Every later seal covers these leaves too, so that only the first one says where.
      else if (!isNamed) {
        findings.addOfSeals({ kind: 'changed-with-leaf', from: fits, to: size })
        isNamed = true
      }
    }
    passed.log = Math.max(passed.log, settled)
    passed.tables = Math.max(passed.tables, settled)
  }

  return {
    add: ({ size, root }: TreeHead): void => void seals.push({ size, root, fits: {} }),
    compare: (side: SideName, size: number, root: () => Hash): void => {
      const seal = seals[passed[side] - settled]
      if (seal?.size !== size) return
      // Most often the log fits, which is read first.
      seal.fits[side] = seal.fits.log === true || root().equals(seal.root)
      passed[side] += 1
    },
    settle,
    end: (side: SideName): void => {
      isOver[side] = true
      settle()
    },
    isAsSealed: (): boolean => isAsSealed,
  }
}

/** Judges each seal by those before it. */
function createOrder(findings: Findings) {
  let last: RecordedSeal | undefined
  /** Also one that is no seal of this log: the next one may name it. */
  let before: RecordedSeal | undefined
  let keys = 0
  const keyChanges: KeyNamed[] = []
  const givenUp: HeadGivenUp[] = []
  /** All seals up to it may be of what was given up. */
  let givenUpMs = -Infinity

  function takeSeal(seal: RecordedSeal): RecordedSeal | undefined {
    const { position } = seal
    const follows = [last, before].some((one) => isAfter(seal, one))
    before = seal
    const fault = faultOf(seal, last, givenUpMs)
    if (fault !== undefined) {
      findings.addOfSeals({ kind: fault, position })
      return undefined
    }
    if (!follows) findings.addOfSeals({ kind: 'seal-dropped', position })
    last = seal
    return seal
  }

  function takeGivenUp(head: HeadGivenUp): void {
    givenUpMs = Math.max(givenUpMs, Date.parse(head.sealedAt))
    if (givenUp.length < LISTED_MAX) givenUp.push(head)
  }

  function takeKey(key: KeyNamed): void {
    keys += 1
    if (!key.isTrusted) findings.addOfSeals({ kind: 'foreign-key', position: key.position })
    else if (keys > 1 && keyChanges.length < LISTED_MAX) keyChanges.push(key)
  }

  return {
    /** @returns the seal, when it is one to compare with the log */
    take: (record: SealRecord): RecordedSeal | undefined => {
      if (record.kind === 'seal') return takeSeal(record)
      if (record.kind === 'key') takeKey(record)
      else if (record.kind === 'foreign')
        findings.addOfSeals({ kind: 'foreign-signature', position: record.position })
      else takeGivenUp(record)
      return undefined
    },
    size: (): number => last?.size ?? 0,
    listed: () => ({ keyChanges, givenUp }),
  }
}

/** Why a seal does not count. */
function faultOf(seal: RecordedSeal, last: RecordedSeal | undefined, givenUpMs: number) {
  if (!seal.isSigned) return 'foreign-signature'
  return isGrown(seal, last) && Date.parse(seal.sealedAt) > givenUpMs ? undefined : 'seal-not-grown'
}

function isAfter({ previous, chain }: RecordedSeal, one: RecordedSeal | undefined): boolean {
  if (chain.previousSize !== (one?.size ?? 0)) return false
  return one === undefined ? previous === undefined : previous?.equals(one.root) === true
}

const isGrown = (seal: RecordedSeal, last: RecordedSeal | undefined): boolean =>
  seal.size > (last?.size ?? 0) &&
  (last === undefined || Date.parse(seal.sealedAt) > Date.parse(last.sealedAt))
