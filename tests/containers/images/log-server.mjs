import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'

/** The tests' stand-in on EventStoreDB's port, which serves gRPC, and HTTP/1.1 for health checks. */
const PORT = 2113
const HTTP_2 = 'PRI '
const ALIVE = 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'
const settings = {
  dataFile: '/var/lib/eventstore/log',
  port: 0,
  notReadyMs: 0,
  stopMs: 0,
}

const standIn = spawn(process.execPath, ['/opt/stand-in.mjs', JSON.stringify(settings)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
standIn.once('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => standIn.kill('SIGTERM'))
standIn.stdout.setEncoding('utf8').on('data', (text) => {
  const port = /^listening (\d+)$/m.exec(text)?.[1]
  if (port === undefined) return
  console.log(`stand-in for an EventStoreDB, listening ${PORT}`)
  createServer((socket) => serve(socket, Number(port))).listen(PORT, '0.0.0.0')
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
