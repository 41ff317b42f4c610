import type { Actor, AppendResult } from '@app/contracts/event-store.ts'
import { profileStream, type ImageKind } from '@app/contracts/profiles/events.ts'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { profile, type ProfileCommand } from './profile.ts'
import { handle, load, type Events } from '../kernel/commands.ts'
import type { ProfileImages, StoredImages } from '../media/stored-images.ts'

export interface ChangeDeps {
  readonly store: Events
  readonly storedImages: StoredImages
  readonly now: () => Date
  readonly newId: () => string
}

export interface ImagePlace {
  readonly profileId: string
  readonly kind: ImageKind
  readonly actor: Actor
}

type Appended = AppendResult | undefined

/** Stored before the event that names it. */
export const setImage = (deps: ChangeDeps, place: ImagePlace, image: RenderedImage): Promise<Appended> =>
  deps.storedImages.changing(place.profileId, async (own) => {
    const { kind } = place
    const { ref, width, height } = image
    const command: ProfileCommand = { type: 'SetImage', kind, ref, width, height }
    // An erasure deletes the profile first, and releases its pictures under this lock: none is stored after it.
    profile.decide(command, (await load(deps.store, profile, profileStream(place.profileId))).state)
    await own.keep(image, kind)
    return changeWith(deps, place, own, command)
  })

export const removeImage = (deps: ChangeDeps, place: ImagePlace): Promise<Appended> =>
  deps.storedImages.changing(place.profileId, (own) =>
    changeWith(deps, place, own, { type: 'RemoveImage', kind: place.kind }),
  )

async function changeWith(
  { store, now, newId }: ChangeDeps,
  { profileId, kind, actor }: ImagePlace,
  own: ProfileImages,
  command: ProfileCommand,
): Promise<Appended> {
  const { state, appended } = await handle(store, profile, {
    stream: profileStream(profileId),
    command,
    cause: {
      actor,
      occurredAt: now().toISOString(),
      correlationId: newId(),
    },
    newId,
  })
  // Without a new event, an earlier append may still be pending: the sweep decides later.
  if (appended !== undefined)
    await own.release(kind, { except: state.status === 'created' ? state.images[kind] : undefined })
  return appended
}
