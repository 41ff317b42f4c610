import type pg from 'pg'
import type { ImageKind } from '@app/contracts/events/profile.ts'
import type { ImageRendition, RenderedImage } from '@app/contracts/image-renditions.ts'

export interface ImageUse {
  readonly profileId: string
  readonly kind: ImageKind
  readonly ref: string
}

export interface Ending {
  /** The picture that stays. */
  readonly except?: string | undefined
  /** Uses from before this moment. */
  readonly before?: Date
}

/** The pictures of one profile, while nobody else changes them. */
export interface ProfileImages {
  /** Durable before the event that refers to it: a page never asks for a picture that is not there. */
  keep(image: RenderedImage, kind: ImageKind): Promise<void>
  /** Ends uses, of one kind or of all, as far as they are to end; what nobody uses any more is removed. */
  release(kind?: ImageKind, only?: Ending): Promise<void>
}

/** Pictures by the hash of their content. Two profiles with the same one share it. */
export interface StoredImages {
  /** One rendition, or the largest for pages. */
  find(ref: string, rendition?: string): Promise<ImageRendition | undefined>
  /**
   * One change of a profile's pictures at a time, in all processes: else whoever releases the former picture
   * could take it from somebody who is about to set it again. Holds one connection all the while.
   */
  changing<Result>(profileId: string, work: (images: ProfileImages) => Promise<Result>): Promise<Result>
  /** Profiles with uses from before an instant, by id, after one of them. */
  profilesUsing(before: Date, page: { readonly after: string; readonly max: number }): Promise<string[]>
}

export function createStoredImages(deps: { readonly db: pg.Pool; readonly now: () => Date }): StoredImages {
  const { db, now } = deps
  return {
    find: (ref, rendition) => findRendition(db, ref, rendition),
    changing: (profileId, work) =>
      locked(db, `images ${profileId}`, (client) =>
        work({
          keep: (image, kind) => inTransaction(client, () => keep(client, now(), image, { profileId, kind })),
          release: (kind, only) => inTransaction(client, () => release(client, { ...only, profileId, kind })),
        }),
      ),
    profilesUsing: async (before, { after, max }) => {
      const { rows } = await db.query<{ profile_id: string }>(
        `select distinct profile_id from vault.image_uses
         where since < $1 and profile_id > $2 order by profile_id limit $3`,
        [before, after, max],
      )
      return rows.map((row) => row.profile_id)
    },
  }
}

async function locked<Result>(
  db: pg.Pool,
  name: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work(client)
  } finally {
    // A connection that can't say that it let go is closed, and its lock with it.
    await client.query('select pg_advisory_unlock_all()').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function keep(
  client: pg.PoolClient,
  at: Date,
  { ref, width, height, renditions }: RenderedImage,
  { profileId, kind }: Omit<ImageUse, 'ref'>,
): Promise<void> {
  // The update changes nothing but locks the row: whoever wants to remove it waits, and then sees the use.
  await client.query(
    `insert into vault.images values ($1, $2, $3, $4)
     on conflict (ref) do update set created_at = images.created_at`,
    [ref, width, height, at],
  )
  for (const one of renditions) {
    await client.query(
      'insert into vault.image_renditions values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
      [ref, one.name, one.contentType, one.width, one.height, one.bytes],
    )
  }
  await client.query(
    `insert into vault.image_uses values ($1, $2, $3, $4)
     on conflict (ref, profile_id, kind) do update set since = excluded.since`,
    [ref, profileId, kind, at],
  )
}

async function release(
  client: pg.PoolClient,
  { profileId, kind, except, before }: Ending & { profileId: string; kind: ImageKind | undefined },
): Promise<void> {
  const { rows } = await client.query<{ ref: string }>(
    `delete from vault.image_uses
     where profile_id = $1 and ($2::text is null or kind = $2) and ($3::text is null or ref <> $3)
       and ($4::timestamptz is null or since < $4)
     returning ref`,
    [profileId, kind ?? null, except ?? null, before ?? null],
  )
  const refs = rows.map(({ ref }) => ref)
  if (refs.length === 0) return
  // Locked before they are judged: a use that is written at this moment is waited for, and seen by the delete.
  await client.query('select from vault.images where ref = any($1) order by ref for update', [refs])
  await client.query(
    `delete from vault.images where ref = any($1)
     and not exists (select from vault.image_uses where image_uses.ref = images.ref)`,
    [refs],
  )
}

interface RenditionRow {
  readonly name: string
  readonly content_type: ImageRendition['contentType']
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

async function findRendition(
  db: Pick<pg.Pool, 'query'>,
  ref: string,
  rendition: string | undefined,
): Promise<ImageRendition | undefined> {
  const { rows } = await db.query<RenditionRow>(
    `select name, content_type, width, height, bytes from vault.image_renditions
     where ref = $1 and case when $2::text is null then content_type = 'image/webp' else name = $2 end
     order by width desc limit 1`,
    [ref, rendition ?? null],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { content_type: contentType, ...rest } = row
  return { ...rest, contentType }
}

/** The square JPEG of a picture, for contact files. */
export const findJpeg =
  (db: Pick<pg.Pool, 'query'>) =>
  async (ref: string): Promise<Buffer | undefined> =>
    (await findRendition(db, ref, 'square'))?.bytes
