import { EventStoreDBClient } from '@eventstore/db-client'

interface Inside {
  readonly capabilities: Promise<{ readonly serverVersion: string }>
}

/** What the server at an address says that it is. */
export async function serverVersionAt(url: string): Promise<string> {
  const client = EventStoreDBClient.connectionString(url)
  try {
    return (await (client as unknown as Inside).capabilities).serverVersion
  } finally {
    await client.dispose()
  }
}
