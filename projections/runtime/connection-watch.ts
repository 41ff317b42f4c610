import type pg from 'pg'

/** Notices lost connections: with them the database may have crashed, and lost what it was not made to flush. */
export interface ConnectionWatch {
  /** A connection was lost, and nobody has looked since. */
  readonly isInDoubt: boolean
  /** Begins a look at the database; what it returns is called once that look went well. */
  begin(): () => void
  stop(): void
}

export function watchConnections(db: pg.Pool, onLost: () => void): ConnectionWatch {
  let lost = 0
  let checked = 0
  const onRemove = (): void => {
    lost += 1
    onLost()
  }
  db.on('remove', onRemove)
  return {
    get isInDoubt() {
      return lost !== checked
    },
    begin: () => {
      const before = lost
      return () => {
        checked = before
      }
    },
    stop: () => void db.off('remove', onRemove),
  }
}
