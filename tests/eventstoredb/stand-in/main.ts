import { startServer } from './server.ts'
import type { StandInCommand, StandInSettings } from './settings.ts'

/** A gRPC server that speaks and behaves as an EventStoreDB does, for tests. A process of its own: it can be killed. */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit()) // nobody is left to end it
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
