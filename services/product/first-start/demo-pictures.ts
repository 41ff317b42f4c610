import { setImage, type ChangeDeps } from '../../profiles/change-image.ts'
import { IMAGE_KINDS, profileStream, type ImageKind } from '@app/contracts/profiles/events.ts'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { profile } from '../../profiles/profile.ts'
import { readStream } from '../../kernel/codec.ts'
import { load } from '../../kernel/commands.ts'
import { BOOTSTRAP_ACTOR } from './bootstrap.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/profiles/demo-profile.ts'

/** More events than setting the pictures takes; a demo profile with more changes keeps its pictures. */
const EVENTS_READ_MAX = 200

/** Adds the pictures that the demo profile never had; a removed picture does not return. */
export async function ensureDemoPictures(
  deps: ChangeDeps & { readonly pictureOf: (kind: ImageKind) => Promise<RenderedImage> },
): Promise<void> {
  for (const kind of await missingKinds(deps)) {
    const image = await deps.pictureOf(kind)
    await setImage(deps, { profileId: DEMO_PROFILE_ID, kind, actor: BOOTSTRAP_ACTOR }, image)
  }
}

async function missingKinds({ store }: Pick<ChangeDeps, 'store'>): Promise<readonly ImageKind[]> {
  const stream = profileStream(DEMO_PROFILE_ID)
  const { state } = await load(store, profile, stream)
  if (state.status !== 'created') return []
  const events = await readStream(store, stream, { limit: EVENTS_READ_MAX })
  if (events.length === EVENTS_READ_MAX) return []
  const had = new Set(events.filter(({ type }) => type === 'ProfileImageSet').map(({ data }) => data.kind))
  return IMAGE_KINDS.filter((kind) => !had.has(kind))
}
