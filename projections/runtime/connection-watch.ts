import type pg from 'pg'

/**
 * Calls back when a connection of the pool was lost: with it the database may have crashed, and lost commits that it had
 * not flushed.
 * @returns ends it
 */
export function watchConnections(db: pg.Pool, onLost: () => void): () => void {
  db.on('remove', onLost)
  return () => void db.off('remove', onLost)
}
