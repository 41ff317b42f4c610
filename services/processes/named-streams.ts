import { activationCodeStream } from '@app/contracts/events/activation-code.ts'
import { slugStream } from '@app/contracts/events/slug.ts'
import { activationCode } from '@app/domain/activation-code.ts'
import { slug } from '@app/domain/slug.ts'
import { load } from '@app/event-store/handle.ts'
import type { KeyedNames } from '@app/vault/keys/keyed-names.ts'
import type { Acting } from './command-context.ts'

/** What it takes to find streams that are named by keyed hashes. */
export interface Naming {
  readonly store: Acting['store']
  readonly names: KeyedNames
}

/**
 * The stream on which a slug is decided. Claims made before slugs were hashed stand under the slug itself, and hold: all
 * look there first, and nobody writes a new claim there, so that no slug is ever claimed on two streams.
 */
export async function findSlugStream({ store, names }: Naming, name: string): Promise<string> {
  const former = slugStream(name)
  const { state } = await load(store, slug, former)
  return state.status === 'claimed' ? former : slugStream(names.slug(name))
}

/**
 * What the stream of an activation code is named by. A code issued before codes were hashed is redeemed on the stream
 * that bears it: all look there first, whatever became of it, so that no code is redeemed on two streams.
 */
export async function findCodeId({ store, names }: Naming, code: string): Promise<string> {
  const { state } = await load(store, activationCode, activationCodeStream(code))
  return state.status === 'unknown' ? names.activationCode(code) : code
}
