export interface DatabaseUrls {
  /** Runs the migrations at start, and nothing else. */
  readonly owner: string
  /** Appends to the log, reads it, keeps the vault. */
  readonly app: string
  readonly projector: string
  readonly reader: string
}

export const oneLogin = (url: string): DatabaseUrls => ({ owner: url, app: url, projector: url, reader: url })
