import type pg from 'pg'
import type { ImageRendition, RenderedImage } from '@app/contracts/fields/pictures.ts'
import { withAdvisoryLock, inTransaction } from '../platform/postgres/in-transaction.ts'
import { KEY_BYTES, open, seal } from '../kernel/keys/sealing.ts'
import { openedRows, type WrappedRow } from '../kernel/keys/wrapping-keys.ts'
import { profileStream, type ImageKind } from '@app/contracts/profiles.ts'
import type { Vault } from '../kernel/keys/key-vault.ts'

export const pictureKeyPlace = (ref: string): string => `picture-key:${ref}`
const renditionPlace = (ref: string, name: string): string => `picture:${ref}/${name}`

type Opened = Pick<Vault, 'db' | 'wrapping' | 'random' | 'now'>

const EXISTING = 'select ref from vault.images where ref = any($1)'

interface Row extends WrappedRow {
  readonly name: string
  readonly content_type: ImageRendition['contentType']
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** One that only blocked profiles use is withheld, as their words are. */
const FIND = `
  select r.name, r.content_type, r.width, r.height, r.bytes, i.wrapped_key, i.wrapped_by
  from vault.images i join vault.image_renditions r using (ref)
  where i.ref = $1 and (
    select bool_and(s.subject is not null) is not true
    from vault.image_uses u left join vault.subjects s on s.subject = $3 || u.profile_id and s.is_frozen
    where u.ref = i.ref
  ) and case when $2::text is null then r.content_type = 'image/webp' else r.name = $2 end
  order by r.width desc limit 1`

async function findRendition(
  { db, wrapping }: Opened,
  ref: string,
  rendition: string | undefined,
): Promise<ImageRendition | undefined> {
  const values = [ref, rendition ?? null, profileStream('')]
  const read = async () => (await db.query<Row>(FIND, values)).rows
  const [row] = await openedRows(wrapping, read, () => pictureKeyPlace(ref))
  if (row === undefined) return undefined
  const [{ name, content_type: contentType, width, height, bytes }, key] = row
  return { name, contentType, width, height, bytes: open(key, renditionPlace(ref, name), bytes) }
}

export interface ProfileImages {
  /** Durable before the event that refers to it, so that no page requests a missing picture. */
  keep(image: RenderedImage, kind: ImageKind): Promise<void>
  release(kind?: ImageKind, except?: string): Promise<void>
}

export type StoredImages = ReturnType<typeof createStoredImages>

export function createStoredImages(deps: Opened) {
  const { db } = deps
  return {
    find: (ref: string, rendition?: string): Promise<ImageRendition | undefined> =>
      findRendition(deps, ref, rendition),
    existing: async (refs: readonly string[]): Promise<ReadonlySet<string>> => {
      const { rows } = await db.query<{ ref: string }>(EXISTING, [refs])
      return new Set(rows.map(({ ref }) => ref))
    },
    /** Serialises a profile's changes in all processes: no release removes a picture that another sets. Occupies a connection. */
    changing: <Result>(
      profileId: string,
      work: (images: ProfileImages) => Promise<Result>,
    ): Promise<Result> =>
      withAdvisoryLock(db, `images ${profileId}`, ({ client }) =>
        work({
          keep: (image, kind) => inTransaction(client, () => keep(deps, client, image, [profileId, kind])),
          release: (kind, except) => inTransaction(client, () => release(client, [profileId, kind, except])),
        }),
      ),
  }
}

async function keep(
  deps: Opened,
  client: pg.PoolClient,
  image: RenderedImage,
  use: readonly [profileId: string, kind: ImageKind],
): Promise<void> {
  const [{ ref }, at] = [image, deps.now()]
  const key = await ensurePicture(deps, client, image, at)
  for (const { name, contentType, width, height, bytes } of image.renditions) {
    await client.query(
      'insert into vault.image_renditions values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
      [ref, name, contentType, width, height, seal(key, renditionPlace(ref, name), bytes, deps.random)],
    )
  }
  await client.query(
    `insert into vault.image_uses values ($1, $2, $3, $4)
     on conflict (ref, profile_id, kind) do update set since = excluded.since`,
    [ref, ...use, at],
  )
}

// The update locks the row, so that a concurrent removal waits and then sees the use. An existing key stays.
const ENSURE = `
  insert into vault.images as i (ref, width, height, created_at, wrapped_key, wrapped_by) values ($1, $2, $3, $4, $5, $6)
  on conflict (ref) do update set wrapped_key = i.wrapped_key
  returning wrapped_key, wrapped_by`

async function ensurePicture(
  { wrapping, random }: Opened,
  client: pg.PoolClient,
  { ref, width, height }: RenderedImage,
  at: Date,
): Promise<Buffer> {
  // No other wrapping key follows, so that the one of the row exists.
  const { number, key } = await wrapping.hold(client)
  const made = seal(key, pictureKeyPlace(ref), random(KEY_BYTES), random)
  const [row] = (await client.query<WrappedRow>(ENSURE, [ref, width, height, at, made, number])).rows
  return open((await wrapping.find(row!.wrapped_by))!, pictureKeyPlace(ref), row!.wrapped_key)
}

async function release(
  client: pg.PoolClient,
  use: [profileId: string, kind: ImageKind | undefined, except: string | undefined],
): Promise<void> {
  const { rows } = await client.query<{ ref: string }>(
    `delete from vault.image_uses
     where profile_id = $1 and ($2::text is null or kind = $2) and ($3::text is null or ref <> $3)
     returning ref`,
    use,
  )
  const refs = rows.map(({ ref }) => ref)
  if (refs.length === 0) return
  // Locked first, so that the delete sees a use that is written concurrently.
  await client.query('select from vault.images where ref = any($1) order by ref for update', [refs])
  await client.query(
    `delete from vault.images where ref = any($1)
     and not exists (select from vault.image_uses where image_uses.ref = images.ref)`,
    [refs],
  )
}
