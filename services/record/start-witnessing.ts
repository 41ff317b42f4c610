import { createWakeSignal } from '@app/event-store/wake-signal.ts'
import type pg from 'pg'
import { cosignedAt, type Witness } from './checkpoint.ts'
import { keepCosignature } from './seal-tables.ts'
import { NoteRefused, parseNote, signatureLine } from './signed-note.ts'
import type { TreeStore } from './tree/tree-store.ts'
import { consistencyRanges } from './tree/merkle-tree.ts'
import type { NotedSeal } from './trusted-seals.ts'

export interface WitnessingDeps {
  /** Where the witness takes checkpoints: https://c2sp.org/tlog-witness, add-checkpoint. */
  readonly url: string
  readonly witness: Witness
  readonly findSeal: () => Promise<NotedSeal | undefined>
  readonly tree: Pick<TreeStore, 'hashesOf'>
  /** May write. */
  readonly write: Pick<pg.Pool, 'query'>
  readonly monotonicMs: () => number
  readonly onTrouble: (error: Error) => void
  readonly everyMs?: number
}

export interface Witnessing {
  /** There is a new seal. */
  readonly notify: () => void
  stop(): Promise<void>
}

const EVERY_MS = 60_000
const ANSWER_MS_MAX = 10_000
/** Of an answer: a few lines. */
const ANSWER_CHARS_MAX = 4_096

/** Has each checkpoint signed by a second party, at most one a minute. Sealing never waits for it. */
export function startWitnessing(deps: WitnessingDeps): Witnessing {
  const { everyMs = EVERY_MS, monotonicMs, onTrouble } = deps
  const wakeSignal = createWakeSignal()
  const ending = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    let known = 0
    let isTold = false
    // A seal of before this start may still lack its signature.
    wakeSignal.notify()
    while (!wakeSignal.ended) {
      await wakeSignal.wait(everyMs)
      if (wakeSignal.ended) return
      wakeSignal.clear()
      const startedMs = monotonicMs()
      try {
        known = await witnessNewest(deps, known, ending.signal)
        isTold = false
      } catch (error) {
        if (!isTold && !wakeSignal.ended) onTrouble(error instanceof Error ? error : new Error(String(error)))
        isTold = true
      }
      await wakeSignal.sleep(Math.max(0, everyMs - (monotonicMs() - startedMs)))
    }
  }

  return {
    notify: wakeSignal.notify,
    stop: async () => {
      wakeSignal.end()
      ending.abort()
      await running
    },
  }
}

/**
 * @param known the size that the witness signed last, as far as this process knows
 * @returns the size that it knows now
 */
async function witnessNewest(deps: WitnessingDeps, known: number, signal: AbortSignal): Promise<number> {
  const seal = await deps.findSeal()
  if (seal === undefined || seal.isWitnessed) return known
  const first = await addCheckpoint(deps, { seal, old: known, signal })
  if (typeof first === 'string') return keepSigned(deps, seal, first)
  // It has signed another size than this process knows, and says which one.
  if (first.known > seal.size) throw new Error(`the witness has signed a larger log: ${first.known} events`)
  const again = await addCheckpoint(deps, { seal, old: first.known, signal })
  if (typeof again !== 'string') throw new Error('the witness changes its mind about what it has signed')
  return keepSigned(deps, seal, again)
}

interface Asked {
  readonly seal: NotedSeal
  readonly old: number
  readonly signal: AbortSignal
}

/** @returns the lines of its signatures, or the size that it knows */
async function addCheckpoint(
  { url, tree }: WitnessingDeps,
  { seal, old, signal }: Asked,
): Promise<string | { readonly known: number }> {
  const isProofNeeded = old > 0 && old < seal.size
  const hashes = isProofNeeded ? await tree.hashesOf(consistencyRanges(old, seal.size)) : []
  const proof = hashes.map((hash) => hash.toString('base64'))
  const response = await fetch(url, {
    method: 'POST',
    body: [`old ${old}`, ...proof, '', seal.checkpoint].join('\n'),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
  })
  const text = await textOf(response)
  if (response.status === 200) return text
  const [, known] = response.status === 409 ? (/^(0|[1-9]\d{0,15})\n$/.exec(text) ?? []) : []
  if (known === undefined) throw new Error(`the witness answers ${response.status}`)
  return { known: Number(known) }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > ANSWER_CHARS_MAX) throw new NoteRefused('the witness answers more than signatures')
  }
  return text
}

/** Only its own signature is kept, once it was checked. @throws NoteRefused */
async function keepSigned(
  { write, witness }: WitnessingDeps,
  seal: NotedSeal,
  lines: string,
): Promise<number> {
  const note = parseNote(`${seal.checkpoint}${lines}`)
  if (cosignedAt(note, witness) === undefined) throw new NoteRefused('the witness has not signed it')
  const own = note.signatures.find(({ name, id }) => name === witness.name && id === witness.id)!
  await keepCosignature(write, { witness, head: seal, line: signatureLine(own) })
  return seal.size
}
