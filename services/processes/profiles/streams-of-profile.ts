import { profileStream } from '@app/contracts/events/profile-events.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { profile } from '@app/domain/profile.ts'
import { readStream } from '@app/kernel/codec.ts'
import { load, type Events } from '@app/kernel/commands.ts'
import type { Naming } from '../command-context.ts'

/**
 * The streams that tell a profile's life: its own, and the claims of its addresses. What its visitors did is theirs. The addresses of an erased profile are unknown, and with them their streams.
 */
export async function streamsOfProfile({ store, names }: Naming, id: string): Promise<readonly string[]> {
  const { state } = await load(store, profile, profileStream(id))
  const slugs = state.status === 'created' ? [...state.formerSlugs, state.slug] : []
  const claims = slugs.map((slug) => slugStream(names.slug(slug)))
  const existing = await Promise.all(claims.map((stream) => isOf(store, stream, id)))
  return [profileStream(id), ...claims.filter((_, nth) => existing[nth])]
}

async function isOf(store: Events, stream: string, profileId: string): Promise<boolean> {
  const [first] = await readStream(store, stream, { limit: 1 })
  return first?.data.profileId === profileId
}
