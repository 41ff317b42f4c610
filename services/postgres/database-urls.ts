export interface DatabaseUrls {
  /** Only runs migrations at the start. */
  readonly owner: string
  /** Appends to the log, reads it, and writes the vault. */
  readonly app: string
  readonly projector: string
  readonly reader: string
}

export const oneLogin = (url: string): DatabaseUrls => ({ owner: url, app: url, projector: url, reader: url })
