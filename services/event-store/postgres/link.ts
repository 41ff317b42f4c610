import { destroyConnection, farewell } from '@app/postgres/farewell.ts'
import type pg from 'pg'

export interface PostgresLink {
  client(): Promise<pg.Client>
  destroy(): void
  end(): Promise<void>
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
    const last = current
    current = undefined
    if (last !== undefined) await farewell(last)
  }

  return { client, destroy, end }
}
