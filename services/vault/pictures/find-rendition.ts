import { StoreError } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import type { ImageRendition } from '@app/contracts/fields/image-renditions.ts'
import type pg from 'pg'
import { openPictureKey, openRendition, type PictureSealing, type WrappedPictureKey } from './picture-keys.ts'

export interface FindDeps extends Pick<PictureSealing, 'wrapping'> {
  readonly db: Pick<pg.Pool, 'query'>
}

interface Row extends WrappedPictureKey {
  readonly name: string
  readonly content_type: ImageRendition['contentType']
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** One that only blocked profiles use is kept back, as their words are. */
const FIND = `
  select r.name, r.content_type, r.width, r.height, r.bytes, i.wrapped_key, i.epoch
  from vault.images i join vault.image_renditions r using (ref)
  where i.ref = $1 and (
    select bool_and(b.subject is not null) is not true
    from vault.image_uses u
      left join vault.blocked_subjects b on b.subject = $3 || u.profile_id and not b.is_lifted
    where u.ref = i.ref
  ) and case when $2::text is null then r.content_type = 'image/webp' else r.name = $2 end
  order by r.width desc limit 1`

const ATTEMPTS_MAX = 5

/** Without `rendition`, the largest one for pages. */
export async function findRendition(
  { db, wrapping }: FindDeps,
  ref: string,
  rendition: string | undefined,
): Promise<ImageRendition | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { rows } = await db.query<Row>(FIND, [ref, rendition ?? null, profileStream('')])
    const [row] = rows
    if (row === undefined) return undefined
    const { name, content_type: contentType, width, height } = row
    const key = await openPictureKey({ wrapping }, ref, row)
    if (key !== undefined)
      return { name, contentType, width, height, bytes: openRendition(key, ref, name, row.bytes) }
  }
  throw new StoreError('Unavailable', "the key of the picture's epoch is missing")
}
