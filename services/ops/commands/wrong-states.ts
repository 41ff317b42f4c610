import { randomBytes } from 'node:crypto'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import type { Folding } from '@app/event-store/states/fold.ts'
import { wrongSnapshots } from '@app/event-store/states/wrong-snapshots.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { createSealedSnapshots } from '@app/vault/seals/sealed-snapshots.ts'

const STATES_NAMED_MAX = 20
const KEPT = [account as Folding<unknown>, profile as Folding<unknown>]

/** The first streams of which the product keeps a state that the log does not give. */
export async function wrongStatesOf({ app, sealed, evenBlocked }: Backend): Promise<readonly string[]> {
  const { store, keys } = evenBlocked
  const snapshots = createSealedSnapshots({ db: app, keys, storeId: sealed.storeId, random: randomBytes })
  const streams: string[] = []
  for await (const stream of wrongSnapshots({ snapshots, store, deciders: KEPT })) {
    streams.push(stream)
    if (streams.length === STATES_NAMED_MAX) break
  }
  return streams
}

export const stateLines = (streams: readonly string[]): readonly string[] =>
  streams.length === 0
    ? []
    : [
        ...streams.map((stream) => `  vault.state_snapshots, ${stream}: no es lo que dan sus eventos.`),
        'El producto guarda estados que el registro no da. Se vacían con npm run ops -- record rebuild-tree; después reinicia el producto, que puede tenerlos en memoria.',
        '',
      ]
