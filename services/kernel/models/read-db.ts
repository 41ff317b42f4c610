import type pg from 'pg'

/** The connection of queries: a pool of the reader's role, which sees only the views of `read`. */
export type ReadDb = Pick<pg.Pool, 'query'>
