import type { EventStore } from '@app/contracts/event-store.ts'
import { openedCheckpoint, type TreeCheckpoint } from '../checkpoint.ts'
import { trustedKeys, type SignedHead } from '../sealing/seal-head.ts'
import { NoteRefused, noteVerifier, renamedKey } from '../signed-note.ts'
import type { TreeStore } from '../tree/tree-store.ts'
import { historyEvents } from '../unreadable-events.ts'
import { sealRecords } from './seal-records.ts'
import type { HistorySources } from './verify-history.ts'

export interface HistorySourcesDeps {
  /** As it is stored. */
  readonly log: Pick<EventStore, 'readAll' | 'readStream' | 'head' | 'inspect'>
  readonly tree: Pick<TreeStore, 'state' | 'leaves'>
  /** The key of this installation: it may have signed a checkpoint whose naming was cut from the log. */
  readonly vkey: string
  /** What lies beside the key, read before the log, which then has what it covers. */
  readonly head?: SignedHead | undefined
  readonly now?: HistorySources['now']
}

/** Seals up to those of now, then the tree, then the log, so that what is appended meanwhile looks like no tampering. */
export async function readHistory({
  log,
  tree,
  vkey,
  head,
  now,
}: HistorySourcesDeps): Promise<HistorySources> {
  const seals = sealRecords(log, trustedKeys(vkey, head))
  // Begun now: it ends with the seals that the log has now.
  const first = await seals.next()
  const { size } = await tree.state()
  return {
    seals: continued(first, seals),
    leaves: tree.leaves(size),
    events: historyEvents(log),
    inspect: log.inspect,
    head,
    now,
  }
}

async function* continued<Page>(
  first: IteratorResult<Page, void>,
  rest: AsyncGenerator<Page, void>,
): AsyncGenerator<Page, void> {
  if (first.done === true) return
  yield first.value
  yield* rest
}

/**
 * A checkpoint that was kept elsewhere.
 * @param vkeys those that count here; each of them under any name
 * @throws NoteRefused when none of them has signed it
 */
export function anchorOf(note: string, vkeys: readonly string[]): TreeCheckpoint {
  const [name = ''] = note.split('\n', 1)
  for (const vkey of vkeys) {
    try {
      const { origin, size, root } = openedCheckpoint(note, noteVerifier(renamedKey(vkey, name)))
      return { origin, size, root }
    } catch (error) {
      if (!(error instanceof NoteRefused)) throw error
    }
  }
  throw new NoteRefused('no key of this log has signed it')
}
