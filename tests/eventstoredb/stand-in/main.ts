import { startServer } from './server.ts'
import type { StandInCommand, StandInSettings } from './settings.ts'

/** A gRPC server that behaves like EventStoreDB, for tests. A separate process, so that tests can kill it. */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit()) // ends with its parent
  const settings = JSON.parse(process.argv[2] ?? '') as StandInSettings
  const server = await startServer(settings)
  process.on('message', (command: StandInCommand) => {
    server.command(command)
    process.send?.({ done: command.number })
  })
  process.once('SIGTERM', () => {
    void server.stop().then(() => process.exit())
  })
  console.log(`listening ${server.port}`)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
