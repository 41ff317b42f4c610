import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Takes every mail, and says on SIGUSR2 how many there were. */
let taken = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, done) => {
    stream.on('end', () => {
      taken += 1
      done()
    })
    stream.resume()
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
process.on('SIGUSR2', () => console.log(`taken ${taken}`))
process.on('SIGTERM', () => process.exit())
console.log(`listening on ${(server.server.address() as AddressInfo).port}`)
