import type pg from 'pg'

/** A stored JPEG by its reference, for contact files. */
export const findJpeg =
  (db: Pick<pg.Pool, 'query'>) =>
  async (ref: string): Promise<Buffer | undefined> => {
    const { rows } = await db.query<{ bytes: Buffer }>(
      "select bytes from vault.images where ref = $1 and content_type = 'image/jpeg'",
      [ref],
    )
    return rows[0]?.bytes
  }
