import type pg from 'pg'

/** Where queries read: a pool of the reader's role, which sees the views of `read` and nothing else. */
export type ReadDb = Pick<pg.Pool, 'query'>
