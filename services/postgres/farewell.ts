import { withTimeout } from '@app/concurrency/with-timeout.ts'
import type pg from 'pg'

const FAREWELL_MS_MAX = 250

/** Closes the socket without a Terminate message, which an unresponsive server would not read. */
export function destroyConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Never rejects. @param msMax for the server to close the connection, which a silent one never does */
export async function farewell(client: pg.Client, msMax = FAREWELL_MS_MAX): Promise<void> {
  await withTimeout(Promise.allSettled([client.end()]), msMax, () => undefined)
  destroyConnection(client)
}
