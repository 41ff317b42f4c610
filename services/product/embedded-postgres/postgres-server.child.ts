import { startPostgresServer } from './postgres-server.ts'

const [dataDir = '', password = ''] = process.argv.slice(2)
const server = await startPostgresServer({ dataDir, password, durable: false, say: () => undefined })
console.log(`port ${server.port}`)
setInterval(() => undefined, 60_000)
