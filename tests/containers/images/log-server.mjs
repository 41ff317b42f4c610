import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'

/** The tests' stand-in on EventStoreDB's port, which serves gRPC, and HTTP/1.1 for health checks. */
const PORT = 2113
const HTTP_2 = 'PRI '
const ALIVE = 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'
/** Behind it, on this container's own address. */
const OWN_PORT = 2114
const args = ['/opt/stand-in.mjs', '/var/lib/eventstore/log', String(OWN_PORT), '0']

const standIn = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
standIn.once('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => standIn.kill('SIGTERM'))
standIn.stdout.once('data', () => {
  console.log(`stand-in for an EventStoreDB, listening ${PORT}`)
  createServer((socket) => serve(socket, OWN_PORT)).listen(PORT, '0.0.0.0')
})

function serve(socket, port) {
  socket.on('error', () => undefined)
  socket.once('data', (first) => {
    if (!first.toString('latin1').startsWith(HTTP_2)) {
      socket.end(ALIVE)
      return
    }
    const line = connect(port, '127.0.0.1')
    line.on('error', () => socket.destroy())
    socket.on('error', () => line.destroy())
    line.write(first)
    socket.pipe(line).pipe(socket)
  })
}
