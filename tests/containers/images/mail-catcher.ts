import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'

/** Accepts mails by SMTP, and lists the last ones as JSON. */
const SMTP_PORT = 1025
const HTTP_PORT = 8025
const MAILS_MAX = 500
const MAIL_BYTES_MAX = 1024 * 1024

const mails: string[] = []

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  size: MAIL_BYTES_MAX,
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => {
        mails.push(Buffer.concat(chunks).toString('utf8'))
        if (mails.length > MAILS_MAX) mails.shift()
        done()
      })
  },
})
smtp.on('error', () => undefined)
smtp.listen(SMTP_PORT, '0.0.0.0')
const http = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(mails))
}).listen(HTTP_PORT, '0.0.0.0')

process.once('SIGTERM', () => {
  http.close()
  http.closeAllConnections()
  smtp.close(() => process.exit())
})
