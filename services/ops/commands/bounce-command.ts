import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { REPORT_BYTES_MAX } from '@app/mail/delivery-report.ts'
import { reportBounce, type ReportedBounce } from '@app/processes/reminders/report-bounce.ts'
import type { Settings } from '@app/settings/settings.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import { markRefused } from '@app/vault/mails/refused-mails.ts'
import { withBackend, type Terminal } from '../ops-session.ts'

/** @param raw a message from a mail server. @throws StartError unless it reports on a reminder */
export const bounceCommand = (settings: Settings, terminal: Terminal, raw: Buffer): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    const tokens = createReminderTokens(backend.idKeys)
    const onPolicyRefusal = () => markRefused(createRateCounters(backend.app, backend.now))
    const reported = await reportBounce({ ...backend, tokens, onPolicyRefusal }, raw)
    if (reported === 'none') throw new StartError(NO_REPORT)
    terminal.print(TEXTS[reported])
    return 0
  })

const NO_REPORT = 'El mensaje no informa que un recordatorio de esta instalación no se pudo entregar.'

const TEXTS: Readonly<Record<Exclude<ReportedBounce, 'none'>, string>> = {
  bounced: 'Anotado: el correo rebota, y esa suscripción no recibe más recordatorios.',
  reported: 'Anotado: ese recordatorio no llegó. La suscripción sigue.',
  known: 'Ese informe ya estaba anotado.',
  'without-effect': 'Nada que anotar: la suscripción ya terminó, o el informe no dice que algo falló.',
}

/** @param file `-` for standard input. @throws StartError when it is unreadable or too long */
export async function readBounce(file: string, input: Readable = process.stdin): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of file === '-' ? input : createReadStream(file)) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > REPORT_BYTES_MAX) break
    }
  } catch (cause) {
    const why = codeOf(cause) ?? String(cause)
    throw new StartError(`No se puede leer ${file} (${why}): revisa la ruta.`, { cause })
  }
  if (bytes > REPORT_BYTES_MAX) throw new StartError(`El mensaje pasa de ${REPORT_BYTES_MAX} bytes.`)
  return Buffer.concat(chunks)
}
