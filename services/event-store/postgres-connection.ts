import type pg from 'pg'

/** Ends a connection without a farewell: a server that does not answer would not hear it. */
export function destroyConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
