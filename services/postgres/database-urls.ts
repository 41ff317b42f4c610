/** Where the database is, for each way in which the product uses it. Each role can do only what it is for. */
export interface DatabaseUrls {
  /** Runs the migrations at start, and nothing else. */
  readonly owner: string
  /** Adds to the log, reads it, keeps the vault. */
  readonly app: string
  /** Writes read models, and nothing else. */
  readonly projector: string
  /** Sees read models, and nothing else. */
  readonly reader: string
}

/** One login that acts as the three roles. */
export const oneLogin = (url: string): DatabaseUrls => ({ owner: url, app: url, projector: url, reader: url })
