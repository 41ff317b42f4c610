import { IMAGE_KINDS, profileStream } from '@app/contracts/profiles.ts'
import { profile } from './profile.ts'
import type { StreamReading } from '../kernel/codec.ts'
import { load } from '../kernel/commands.ts'
import { recurring, type Worker } from '../kernel/jobs.ts'
import type { StoredImages } from '../media/stored-images.ts'
import type { Ctx } from '../platform/ctx.ts'

const SWEEP_EVERY_MS = 3_600_000

export const imageSweeper = ({ store, storedImages, now }: Ctx): Worker =>
  recurring('sweep-images', SWEEP_EVERY_MS, ({ assertHeld }) =>
    sweepImages({ store, storedImages, now, assertHeld }),
  )

/** Longer than any upload, or any append of unknown outcome. */
const AGE_MS_MIN = 3_600_000
const PAGE_PROFILES = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Releases pictures that no profile shows, such as after a crash between storing one and its event. */
export async function sweepImages(deps: {
  readonly store: StreamReading
  readonly storedImages: StoredImages
  readonly now: () => Date
  readonly assertHeld: () => Promise<void>
}): Promise<void> {
  const before = new Date(deps.now().getTime() - AGE_MS_MIN)
  for (let after = BEFORE_ALL; ;) {
    const page = await deps.storedImages.profilesUsing(before, { after, max: PAGE_PROFILES })
    await deps.assertHeld()
    for (const profileId of page) await sweepProfile(deps, profileId, before)
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

async function sweepProfile(
  { store, storedImages }: Pick<Parameters<typeof sweepImages>[0], 'store' | 'storedImages'>,
  profileId: string,
  before: Date,
): Promise<void> {
  await storedImages.changing(profileId, async (own) => {
    const { state } = await load(store, profile, profileStream(profileId))
    const shown = state.status === 'created' ? state.images : {}
    for (const kind of IMAGE_KINDS) await own.release(kind, { except: shown[kind], before })
  })
}
