import { startPostgresServer } from './postgres-server.ts'

/** A program of its own for the tests of the supervisor: starts a server, says so, and waits to be killed. */
const [dataDir = '', password = ''] = process.argv.slice(2)
const server = await startPostgresServer({ dataDir, password, durable: false, say: () => undefined })
console.log(`port ${server.port}`)
setInterval(() => undefined, 60_000)
