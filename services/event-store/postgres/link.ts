import { withTimeout } from '@app/concurrency/with-timeout.ts'
import type pg from 'pg'

export interface PostgresLink {
  client(): Promise<pg.Client>
  /** Whether the open connection has this backend pid. */
  isOwn(processId: number): boolean
  /** Closes the socket without a Terminate message, which an unresponsive server would not read. */
  destroy(): void
  end(): Promise<void>
}

const FAREWELL_MS_MAX = 250

export function destroyConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

export function createLink(connect: () => Promise<pg.Client>): PostgresLink {
  let current: pg.Client | undefined

  async function client(): Promise<pg.Client> {
    if (current !== undefined) return current
    const fresh = await connect()
    fresh.on('error', () => {
      if (current === fresh) current = undefined
    })
    current = fresh
    return fresh
  }

  function destroy(): void {
    const last = current
    current = undefined
    if (last !== undefined) destroyConnection(last)
  }

  async function end(): Promise<void> {
    await withTimeout(Promise.allSettled([current?.end()]), FAREWELL_MS_MAX, () => undefined)
    destroy()
  }

  const isOwn = (processId: number): boolean =>
    (current as { readonly processID?: number } | undefined)?.processID === processId

  return { client, isOwn, destroy, end }
}
