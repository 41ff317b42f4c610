import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { activationCode } from '@app/domain/activation-code.ts'
import { slug } from '@app/domain/slug.ts'
import { load } from '@app/event-store/handle.ts'
import type { KeyedNames } from '@app/vault/keys/keyed-names.ts'
import type { CommandContext } from './command-context.ts'

export interface Naming {
  readonly store: CommandContext['store']
  readonly names: KeyedNames
}

/**
 * Old claims are on a stream named by the slug itself, and stay valid. No new claim is made there, and every call
 * reads it first, so that no slug has two owners.
 */
export async function findSlugStream({ store, names }: Naming, name: string): Promise<string> {
  const former = slugStream(name)
  const { state } = await load(store, slug, former)
  return state.status === 'claimed' ? former : slugStream(names.slug(name))
}

/** The same for codes: an old one is on the stream named by itself, which every call reads first. */
export async function findCodeId({ store, names }: Naming, code: string): Promise<string> {
  const { state } = await load(store, activationCode, activationCodeStream(code))
  return state.status === 'unknown' ? names.activationCode(code) : code
}
